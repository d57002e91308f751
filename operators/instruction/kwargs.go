package instruction

// Kwargs are the arguments of one instruction by name, with the falsy or null
// ones already dropped (see Dialect.DropFalsy). Values are as a JSON reader
// gives them: string, json.Number, bool, nil, []any, map[string]any.
type Kwargs map[string]any
