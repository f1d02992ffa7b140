"""The keys of a map module, as rows, and the check made from these rows.

`validate` reports all faults in the data of a map. `rows` and `prototypes` define the rows, from
`kinds` of values; `faults` puts faults into words. A part adds a `MapKind` and `KeyRow`s of such
kinds: `Text`, `WholeNumber`, `OneOf`.
"""
