#ifndef HOST_DISASSEMBLY_H
#define HOST_DISASSEMBLY_H

#include "scripting.h"

#include <stddef.h>
#include <stdint.h>

// Exports to the scripts `_host.disassemble(mode, address, bytes, lines)`: what mGBA's decoders say of bytes from an address on. The mode
// is "arm", "thumb" or "sm83". The result has a line "HEX TEXT" for each instruction, up to `lines` and DISASSEMBLY_LINES_MAX; it ends
// before an instruction that is cut off.

#define DISASSEMBLY_LINES_MAX 256
#define DISASSEMBLY_TEXT_MAX 128

void disassembly_open(struct scripting* scripting);

// Writes what the first instruction of bytes does, and returns its size; 0: it is cut off. The mode is one of those above. The text has
// DISASSEMBLY_TEXT_MAX characters at most.
size_t disassembly_read(const char* mode, uint32_t address, const uint8_t* bytes, size_t size, char* text);

#endif
