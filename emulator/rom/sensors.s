@ Reads the sensors of its cartridge in each frame and counts their changes; the first letter of its code tells which ones it has.
@ emulator/rom/README.md describes it.

	.include "memory.inc"

	.arm
	.text
	.global	_start

	.equ	CHANGES, 0x04			@ offsets from EWRAM; FRAMES is at 0
	.equ	TILT_X, 0x08
	.equ	TILT_Y, 0x0A
	.equ	GYROSCOPE, 0x0C
	.equ	LIGHT, 0x0E

	.equ	IO_VCOUNT, 0x06
	.equ	KEY_A, 1 << 0

	.equ	CODE, 0x080000AC
	.equ	CODE_TILT, 'K'			@ GBATEK: the first letter of a code is the kind of the game
	.equ	CODE_LIGHT, 'U'
	.equ	CODE_GYROSCOPE, 'R'		@ and a motor

	.equ	TILT, 0x0E008000		@ + 0x000, 0x100: begins; + 0x200 … 0x500: low and high byte of X and Y

	.equ	GPIO, 0x080000C4
	.equ	GPIO_DIRECTION, 2		@ bits that are outputs
	.equ	GPIO_CONTROL, 4			@ 1: can be read
	.equ	LIGHT_CLOCK, 1
	.equ	LIGHT_RESET, 2
	.equ	LIGHT_END, 8
	.equ	GYROSCOPE_START, 1
	.equ	GYROSCOPE_CLOCK, 2
	.equ	GYROSCOPE_DATA, 4
	.equ	MOTOR, 8

_start:
	b	boot
	.space	156				@ the logo: mGBA doesn't check it
	.ascii	"SENSORS\0\0\0\0\0"
	.ascii	"KYGE"				@ a code that mGBA knows: at 0xAC, tests change it
	.ascii	"00"
	.byte	0x96				@ a fixed value
	.space	10
	.equ	TITLE_SUM, 'S' + 'E' + 'N' + 'S' + 'O' + 'R' + 'S'
	.equ	CODE_SUM, 'K' + 'Y' + 'G' + 'E' + '0' + '0'
	.byte	-(0x19 + TITLE_SUM + CODE_SUM + 0x96) & 0xFF
	.space	2
	.space	16				@ the GPIO is here

boot:
	mov	r0, #EWRAM
	mov	r1, #0
	mov	r4, #IO
	ldr	r9, =GPIO
	ldr	r2, =CODE
	ldrb	r10, [r2]
1:	ldrh	r2, [r4, #IO_VCOUNT]
	cmp	r2, #SCREEN_HEIGHT
	bne	1b
	add	r1, r1, #1
	str	r1, [r0]
	cmp	r10, #CODE_TILT
	bleq	read_tilt
	cmp	r10, #CODE_LIGHT
	bleq	read_light
	cmp	r10, #CODE_GYROSCOPE
	bleq	read_gyroscope
2:	ldrh	r2, [r4, #IO_VCOUNT]
	cmp	r2, #SCREEN_HEIGHT
	beq	2b
	b	1b

@ Stores the halfword r5 at the offset r6, and counts a change.
store:
	ldrh	r7, [r0, r6]
	cmp	r7, r5
	bxeq	lr
	strh	r5, [r0, r6]
	ldr	r7, [r0, #CHANGES]
	add	r7, r7, #1
	str	r7, [r0, #CHANGES]
	bx	lr

@ Reads the low byte at the address r8 and the high one 0x100 behind it.
read_axis:
	ldrb	r5, [r8]
	add	r8, r8, #0x100
	ldrb	r7, [r8]
	and	r7, r7, #0x0F
	orr	r5, r5, r7, lsl #8
	b	store

read_tilt:
	mov	r11, lr
	ldr	r8, =TILT
	mov	r2, #0x55
	strb	r2, [r8]
	add	r8, r8, #0x100
	mov	r2, #0xAA
	strb	r2, [r8]
	add	r8, r8, #0x100
	mov	r6, #TILT_X
	bl	read_axis
	add	r8, r8, #0x100
	mov	r6, #TILT_Y
	bl	read_axis
	bx	r11

@ Counts the clocks until the sensor's bit is set: the fewer, the brighter.
read_light:
	mov	r11, lr
	mov	r2, #1
	strh	r2, [r9, #GPIO_CONTROL]
	mov	r2, #LIGHT_CLOCK | LIGHT_RESET
	strh	r2, [r9, #GPIO_DIRECTION]
	mov	r2, #LIGHT_RESET
	strh	r2, [r9]
	mov	r5, #0
1:	mov	r2, #0
	strh	r2, [r9]
	ldrh	r7, [r9]
	tst	r7, #LIGHT_END
	bne	2f
	cmp	r5, #0xFF
	bcs	2f
	add	r5, r5, #1
	mov	r2, #LIGHT_CLOCK
	strh	r2, [r9]
	b	1b
2:	mov	r6, #LIGHT
	bl	store
	bx	r11

@ Reads 16 bits, of which four are empty, with the motor on while A is down.
read_gyroscope:
	mov	r11, lr
	ldr	r2, =IO + IO_KEYINPUT
	ldrh	r2, [r2]			@ 0 is down
	tst	r2, #KEY_A
	moveq	r8, #MOTOR
	movne	r8, #0
	mov	r2, #1
	strh	r2, [r9, #GPIO_CONTROL]
	mov	r2, #GYROSCOPE_START | GYROSCOPE_CLOCK | MOTOR
	strh	r2, [r9, #GPIO_DIRECTION]
	orr	r2, r8, #GYROSCOPE_START | GYROSCOPE_CLOCK
	strh	r2, [r9]
	orr	r2, r8, #GYROSCOPE_CLOCK
	strh	r2, [r9]
	mov	r5, #0
	mov	r3, #16
1:	strh	r8, [r9]
	ldrh	r7, [r9]
	tst	r7, #GYROSCOPE_DATA
	mov	r5, r5, lsl #1
	orrne	r5, r5, #1
	orr	r2, r8, #GYROSCOPE_CLOCK
	strh	r2, [r9]
	subs	r3, r3, #1
	bne	1b
	mov	r6, #GYROSCOPE
	bl	store
	bx	r11
	.ltorg
