@ Plays a tone of half a second with a white picture, then nothing with a black one, and so on.
@ emulator/rom/README.md describes it.

	.include "memory.inc"

	.arm
	.text
	.global	_start

	.equ	SECOND, 60			@ frames
	.equ	HALF, 30
	.equ	WHITE, 0x7FFF
	.equ	BACKDROP, 0x05000000		@ the color of a picture without backgrounds

	.equ	IO_VCOUNT, 0x06
	.equ	IO_TONE_VOLUME, 0x68		@ of the second channel
	.equ	IO_TONE_PITCH, 0x6C
	.equ	IO_SIDES, 0x80
	.equ	IO_MIXER, 0x82
	.equ	IO_SOUND, 0x84
	.equ	IO_KEYS, 0x130

	.equ	LOUD, 0xF080			@ a square wave
	.equ	SILENT, 0x0080
	.equ	START, 0x8000
	.equ	HERTZ_440, 2048 - 298		@ 131,072 Hz / 298 = 439.8 Hz
	.equ	HERTZ_880, 2048 - 149
	.equ	KEY_A, 1 << 0
	.equ	KEY_R, 1 << 8
	.equ	KEY_L, 1 << 9
	.equ	BOTH, 0x2277
	.equ	RIGHT, 0x0277
	.equ	LEFT, 0x2077

_start:
	b	boot
	.space	156				@ the logo: mGBA doesn't check it
	.ascii	"TONE\0\0\0\0\0\0\0\0"
	.ascii	"TONE"
	.ascii	"00"
	.byte	0x96				@ a fixed value
	.space	10
	.equ	TITLE_SUM, 'T' + 'O' + 'N' + 'E'
	.byte	-(0x19 + 2 * TITLE_SUM + '0' + '0' + 0x96) & 0xFF
	.space	2

boot:
	mov	r0, #EWRAM
	mov	r1, #0				@ frames
	mov	r4, #IO
	mov	r5, #BACKDROP
	strh	r1, [r4]			@ mode 0 without backgrounds
	mov	r2, #0x80
	strh	r2, [r4, #IO_SOUND]
	mov	r2, #2
	strh	r2, [r4, #IO_MIXER]
	mov	r6, #0				@ frames of this second
1:	ldrh	r2, [r4, #IO_VCOUNT]
	cmp	r2, #SCREEN_HEIGHT
	bne	1b
	add	r1, r1, #1
	str	r1, [r0]
	cmp	r6, #0
	bleq	play
	cmp	r6, #HALF
	bleq	stop
	add	r6, r6, #1
	cmp	r6, #SECOND
	moveq	r6, #0
2:	ldrh	r2, [r4, #IO_VCOUNT]
	cmp	r2, #SCREEN_HEIGHT
	beq	2b
	b	1b

play:
	ldr	r3, =IO + IO_KEYS
	ldrh	r3, [r3]			@ 0 is down
	ldr	r2, =BOTH
	tst	r3, #KEY_L
	ldreq	r2, =LEFT
	tst	r3, #KEY_R
	ldreq	r2, =RIGHT
	strh	r2, [r4, #IO_SIDES]
	ldr	r2, =LOUD
	strh	r2, [r4, #IO_TONE_VOLUME]
	ldr	r2, =START | HERTZ_440
	tst	r3, #KEY_A
	ldreq	r2, =START | HERTZ_880
	strh	r2, [r4, #IO_TONE_PITCH]
	ldr	r2, =WHITE
	strh	r2, [r5]
	bx	lr

stop:
	mov	r2, #SILENT
	strh	r2, [r4, #IO_TONE_VOLUME]
	ldr	r2, =START | HERTZ_440
	strh	r2, [r4, #IO_TONE_PITCH]
	mov	r2, #0
	strh	r2, [r5]
	bx	lr
	.ltorg
