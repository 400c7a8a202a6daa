; Uses its save memory only in frame 60: reads a byte, and writes it back plus one. emulator/rom/README.md describes it.

	.include "memory.inc"

	.text

	.equ	FIRST_USE, 60			; frame
	.equ	FOUND, 0xC010			; the byte that it read
	.equ	SCREEN_HEIGHT, 144

	.org	0x100
	nop
	jp	boot
	.byte	0xCE, 0xED, 0x66, 0x66		; mGBA checks only this part of the logo
	.org	0x134
	.ascii	"LATESAVE"
	.equ	CARTRIDGE_TYPE, 0x03		; MBC1, RAM, battery
	.equ	RAM_SIZE, 0x02			; 8 KiB
	.equ	DESTINATION, 0x01		; outside of Japan
	.org	0x147
	.byte	CARTRIDGE_TYPE
	.byte	0				; 32 KiB of ROM
	.byte	RAM_SIZE
	.byte	DESTINATION
	.org	0x14D
	.equ	TITLE_SUM, 'L' + 'A' + 'T' + 'E' + 'S' + 'A' + 'V' + 'E'
	.byte	(0 - 25 - TITLE_SUM - CARTRIDGE_TYPE - RAM_SIZE - DESTINATION) & 0xFF

	.org	0x150
boot:
	di
	ld	hl, FRAMES
	ld	(hl), 0
1:	ldh	a, (LY)
	cp	SCREEN_HEIGHT
	jr	nz, 1b
	ld	a, (hl)
	inc	a
	jr	z, 2f				; it counts to 255
	ld	(hl), a
	cp	FIRST_USE
	call	z, use_save
2:	ldh	a, (LY)
	cp	SCREEN_HEIGHT
	jr	z, 2b
	jr	1b

use_save:
	ld	a, 0x0A
	ld	(CARTRIDGE_RAM_ENABLE), a
	ld	a, (CARTRIDGE_RAM)
	ld	(FOUND), a
	inc	a
	ld	(CARTRIDGE_RAM), a
	ret
