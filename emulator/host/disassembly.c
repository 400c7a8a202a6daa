#include "disassembly.h"

#include <mgba/internal/arm/decoder.h>
#include <mgba/internal/sm83/decoder.h>
#include <mgba/script/macros.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define INSTRUCTION_MAX 4

static uint32_t read_half(const uint8_t* bytes) {
    return (uint32_t) bytes[0] | (uint32_t) bytes[1] << 8;
}

// Each writes the text of the first instruction, and returns its size; 0 if it is cut off. Without a core mGBA reads no memory for it.
typedef size_t (*decoder)(uint32_t address, const uint8_t* bytes, size_t size, char* text);

static size_t decode_arm(uint32_t address, const uint8_t* bytes, size_t size, char* text) {
    if (size < 4) {
        return 0;
    }
    struct ARMInstructionInfo info;
    ARMDecodeARM(read_half(bytes) | read_half(bytes + 2) << 16, &info);
    ARMDisassemble(&info, NULL, NULL, address + 8, text, DISASSEMBLY_TEXT_MAX);
    return 4;
}

static size_t decode_thumb(uint32_t address, const uint8_t* bytes, size_t size, char* text) {
    if (size < 2) {
        return 0;
    }
    // A call has two halfwords.
    struct ARMInstructionInfo first, second, both;
    ARMDecodeThumb((uint16_t) read_half(bytes), &first);
    if (size >= 4) {
        ARMDecodeThumb((uint16_t) read_half(bytes + 2), &second);
        if (ARMDecodeThumbCombine(&first, &second, &both)) {
            ARMDisassemble(&both, NULL, NULL, address + 4, text, DISASSEMBLY_TEXT_MAX);
            return 4;
        }
    }
    ARMDisassemble(&first, NULL, NULL, address + 4, text, DISASSEMBLY_TEXT_MAX);
    return 2;
}

static size_t decode_sm83(uint32_t address, const uint8_t* bytes, size_t size, char* text) {
    struct SM83InstructionInfo info = {0};
    size_t length = 0;
    for (size_t left = 1; left; --left) {
        if (length == size) {
            return 0;
        }
        left += SM83Decode(bytes[length++], &info);
    }
    SM83Disassemble(&info, (uint16_t) (address + length), text, DISASSEMBLY_TEXT_MAX);
    return length;
}

static decoder find_decoder(const char* mode, size_t size) {
    static const struct {
        const char* name;
        decoder decode;
    } decoders[] = {{"arm", decode_arm}, {"thumb", decode_thumb}, {"sm83", decode_sm83}};
    for (size_t i = 0; i < sizeof(decoders) / sizeof(*decoders); ++i) {
        if (size == strlen(decoders[i].name) && !memcmp(mode, decoders[i].name, size)) {
            return decoders[i].decode;
        }
    }
    return NULL;
}

size_t disassembly_read(const char* mode, uint32_t address, const uint8_t* bytes, size_t size, char* text) {
    return find_decoder(mode, strlen(mode))(address, bytes, size, text);
}

static struct mScriptValue* disassemble(struct mScriptString* mode, int64_t address, struct mScriptString* bytes, int32_t lines) {
    static char result[DISASSEMBLY_LINES_MAX * (2 * INSTRUCTION_MAX + DISASSEMBLY_TEXT_MAX + 2)];
    const decoder decode = find_decoder(mode->buffer, mode->size);
    const uint8_t* code = (const uint8_t*) bytes->buffer;
    size_t at = 0, length = 0;
    for (int32_t line = 0; decode && line < lines && line < DISASSEMBLY_LINES_MAX; ++line) {
        char text[DISASSEMBLY_TEXT_MAX] = "";
        const size_t size = decode((uint32_t) address + (uint32_t) at, code + at, bytes->size - at, text);
        if (!size) {
            break;
        }
        for (size_t i = 0; i < size; ++i) {
            length += (size_t) sprintf(result + length, "%02x", code[at + i]);
        }
        length += (size_t) sprintf(result + length, " %s\n", text);
        at += size;
    }
    return scripting_text(result, length);
}

mSCRIPT_BIND_FUNCTION(disassemble_binding, WSTR, disassemble, 4, STR, mode, S64, address, STR, bytes, S32, lines);

void disassembly_open(struct scripting* scripting) {
    scripting_export(scripting, "disassemble", &disassemble_binding);
}
