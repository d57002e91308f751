#!/usr/bin/env bash
# Installs Chromium from the distribution's packages, for the test that looks at
# the HTML report. Needs root and Debian or Ubuntu.
set -euo pipefail
if command -v chromium >/dev/null; then
	chromium --version
	exit 0
fi
if ! command -v apt-get >/dev/null; then
	echo "cannot install Chromium: there is no apt-get; install it and put it in the path as chromium" >&2
	exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
# A font with Arabic and Hebrew letters: without it the page shows boxes.
apt-get install -q -y --no-install-recommends chromium fonts-dejavu-core
chromium --version
