@ Uses its save memory only in frame 60, when mGBA finds out its kind: reads a byte, and writes it back plus one.
@ emulator/rom/README.md describes it.

	.include "memory.inc"

	.arm
	.text
	.global	_start

	.equ	FIRST_USE, 60			@ frame
	.equ	FOUND, 0x10			@ offset from EWRAM: the byte that it read

	.equ	KIND_SRAM, 1			@ mGBA's numbers
	.equ	KIND_FLASH_64, 2
	.equ	KIND_FLASH_128, 3
	.equ	KIND_EEPROM_8192, 4
	.equ	KIND_EEPROM_512, 5

	.equ	EEPROM, 0x0D000000
	.equ	IO_VCOUNT, 0x06
	.equ	IO_DMA3, 0xD4			@ source, destination, count and control
	.equ	DMA_NOW, 0x80000000

_start:
	b	boot
	.space	156				@ the logo: mGBA doesn't check it
	.ascii	"LATESAVE\0\0\0\0"
	.ascii	"LATE"
	.ascii	"00"
	.byte	0x96				@ a fixed value
	.space	10
	.equ	TITLE_SUM, 'L' + 'A' + 'T' + 'E' + 'S' + 'A' + 'V' + 'E'
	.equ	CODE_SUM, 'L' + 'A' + 'T' + 'E' + '0' + '0'
	.byte	-(0x19 + TITLE_SUM + CODE_SUM + 0x96) & 0xFF
	.space	2
kind:
	.word	KIND_SRAM			@ at 0xC0: tests change it

boot:
	ldr	sp, =0x03007F00
	mov	r0, #EWRAM
	mov	r1, #0
	mov	r4, #IO
1:	ldrh	r2, [r4, #IO_VCOUNT]
	cmp	r2, #SCREEN_HEIGHT
	bne	1b
	add	r1, r1, #1
	str	r1, [r0]
	cmp	r1, #FIRST_USE
	bleq	use_save
2:	ldrh	r2, [r4, #IO_VCOUNT]
	cmp	r2, #SCREEN_HEIGHT
	beq	2b
	b	1b

use_save:
	push	{lr}
	mov	r5, #SRAM
	ldr	r2, kind
	cmp	r2, #KIND_SRAM
	bleq	use_sram
	cmp	r2, #KIND_FLASH_64
	cmpne	r2, #KIND_FLASH_128
	bleq	use_flash
	cmp	r2, #KIND_EEPROM_8192
	moveq	r9, #14				@ bits of an address
	moveq	r10, #64			@ the first block beyond the small chip
	bleq	use_eeprom
	cmp	r2, #KIND_EEPROM_512
	moveq	r9, #6
	moveq	r10, #0
	bleq	use_eeprom
	pop	{pc}

use_sram:
	ldrb	r3, [r5]
	strb	r3, [r0, #FOUND]
	add	r3, r3, #1
	strb	r3, [r5]
	bx	lr

	.macro	command	value
	mov	r8, #0xAA
	strb	r8, [r5, r6]
	mov	r8, #0x55
	strb	r8, [r5, r7]
	mov	r8, #\value
	strb	r8, [r5, r6]
	.endm

use_flash:
	ldr	r6, =0x5555
	ldr	r7, =0x2AAA
	command	0x90				@ shows its maker until the next command
	command	0xF0
	cmp	r2, #KIND_FLASH_128
	bne	1f
	command	0xB0				@ selects the bank
	mov	r8, #1
	strb	r8, [r5]
1:	ldrb	r3, [r5]
	strb	r3, [r0, #FOUND]
	add	r3, r3, #1
	command	0xA0				@ writes the next byte
	strb	r3, [r5]
	bx	lr

@ The bits are halfwords in IWRAM: mGBA takes a small ROM that loads addresses of EWRAM for one that runs there.
use_eeprom:
	push	{r2, lr}
	mov	r11, #IWRAM
	mov	r6, r11
	mov	r7, #1				@ reads: 1, 1, the address, 0
	strh	r7, [r6], #2
	strh	r7, [r6], #2
	bl	put_address
	mov	r7, #0
	strh	r7, [r6], #2
	bl	send
	mov	r2, #EEPROM
	str	r2, [r4, #IO_DMA3]
	str	r11, [r4, #IO_DMA3 + 4]
	ldr	r2, =DMA_NOW + 68		@ four bits, then those of the block
	str	r2, [r4, #IO_DMA3 + 8]
	nop
	nop
	mov	r3, #0
	add	r6, r11, #8
	mov	r8, #8
1:	ldrh	r7, [r6], #2
	and	r7, r7, #1
	orr	r3, r7, r3, lsl #1
	subs	r8, r8, #1
	bne	1b
	strb	r3, [r0, #FOUND]
	add	r3, r3, #1

	mov	r6, r11
	mov	r7, #1				@ writes: 1, 0, the address, 64 bits, 0
	strh	r7, [r6], #2
	mov	r7, #0
	strh	r7, [r6], #2
	bl	put_address
	mov	r8, #8
2:	sub	r8, r8, #1
	mov	r7, r3, lsr r8
	and	r7, r7, #1
	strh	r7, [r6], #2
	cmp	r8, #0
	bne	2b
	mov	r7, #0
	mov	r8, #57
3:	strh	r7, [r6], #2
	subs	r8, r8, #1
	bne	3b
	bl	send
	pop	{r2, pc}

put_address:
	mov	r8, r9
1:	sub	r8, r8, #1
	mov	r7, r10, lsr r8
	and	r7, r7, #1
	strh	r7, [r6], #2
	cmp	r8, #0
	bne	1b
	bx	lr

@ Sends the bits up to r6.
send:
	str	r11, [r4, #IO_DMA3]
	mov	r2, #EEPROM
	str	r2, [r4, #IO_DMA3 + 4]
	sub	r2, r6, r11
	mov	r2, r2, lsr #1
	orr	r2, r2, #DMA_NOW
	str	r2, [r4, #IO_DMA3 + 8]
	nop
	nop
	bx	lr

	.ltorg
