// Command gen writes the detector's table from the published Python package
// langdetect 1.0.9 (Apache-2.0): its 55 profiles and its normalisation groups.
//
//	go run ./gen -package langdetect-1.0.9.tar.gz -o profiles.bin
//
// The package may be a source archive (.tar.gz), a wheel (.whl) or the folder
// of an installed or unpacked one.
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"path"
	"path/filepath"
	"strings"
)

func main() {
	pkg := flag.String("package", "", "langdetect 1.0.9: folder, .tar.gz or .whl")
	out := flag.String("o", "profiles.bin", "output file")
	flag.Parse()
	files, err := readPackage(*pkg)
	if err != nil {
		log.Fatalf("cannot read package %q: %v", *pkg, err)
	}
	m, err := parse(files)
	if err != nil {
		log.Fatalf("cannot parse package %q: %v", *pkg, err)
	}
	data, err := m.encode()
	if err != nil {
		log.Fatalf("cannot encode the table: %v", err)
	}
	if err := os.WriteFile(*out, data, 0o644); err != nil {
		log.Fatal(err)
	}
	log.Printf("%d languages, %d n-grams, %d counts, %d bytes", len(m.langs), len(m.grams), m.counts(), len(data))
}

// readPackage returns the package's data files by the end of their path:
// profiles/LANG and utils/messages.properties.
func readPackage(name string) (map[string][]byte, error) {
	files := map[string][]byte{}
	keep := func(file string, open func() (io.ReadCloser, error)) error {
		dir, base := path.Split(file)
		dir = path.Base(dir)
		if dir != "profiles" && base != "messages.properties" || strings.HasPrefix(base, ".") {
			return nil
		}
		r, err := open()
		if err != nil {
			return err
		}
		defer r.Close()
		files[dir+"/"+base], err = io.ReadAll(r)
		return err
	}
	switch {
	case name == "":
		return nil, errors.New("no package given (flag -package)")
	case strings.HasSuffix(name, ".whl"):
		z, err := zip.OpenReader(name)
		if err != nil {
			return nil, err
		}
		defer z.Close()
		for _, f := range z.File {
			if err := keep(f.Name, f.Open); err != nil {
				return nil, err
			}
		}
		return files, nil
	case strings.HasSuffix(name, ".tar.gz"):
		return files, readTar(name, keep)
	}
	return files, filepath.WalkDir(name, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return keep(filepath.ToSlash(p), func() (io.ReadCloser, error) { return os.Open(p) })
	})
}

func readTar(name string, keep func(string, func() (io.ReadCloser, error)) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if err := keep(h.Name, func() (io.ReadCloser, error) { return io.NopCloser(t), nil }); err != nil {
			return fmt.Errorf("%s: %w", h.Name, err)
		}
	}
}
