#ifndef HOST_DISASSEMBLY_H
#define HOST_DISASSEMBLY_H

#include "scripting.h"

// Exports to the scripts `_host.disassemble(mode, address, bytes, lines)`: what mGBA's decoders say of bytes from an address on. The mode
// is "arm", "thumb" or "sm83". The result has a line "HEX TEXT" for each instruction, up to `lines` and DISASSEMBLY_LINES_MAX; it ends
// before an instruction that is cut off.

#define DISASSEMBLY_LINES_MAX 256

void disassembly_open(struct scripting* scripting);

#endif
