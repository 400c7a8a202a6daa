-- Versions of this script. `protocol` is the wire contract's, see docs/protocol.md.
return { script = "1.0.0", protocol = "3" }
