@ The picture: mode 4, one byte per pixel. Each button has its own palette entries, so highlighting a button takes three
@ palette writes and no drawing.

	.include "memory.inc"

	.arm
	.text
	.global	draw_layout, show_buttons, show_frames

	.equ	COLOR_BACKGROUND, 0
	.equ	COLOR_BAR, 1
	.equ	COLOR_TITLE, 2
	.equ	COLOR_FRAMES, 3
	.equ	COLOR_BUTTONS, 4		@ fill, border and name of button 0, of button 1, ...
	.equ	COLORS_PER_BUTTON, 3

	.equ	DIGITS_X, 172
	.equ	DIGITS_Y, 12

	.macro	rgb5	red, green, blue
	.hword	\red | (\green << 5) | (\blue << 10)
	.endm

draw_layout:
	push	{r4-r8, lr}
	mov	r0, #0
	mov	r1, #0
	mov	r2, #SCREEN_WIDTH
	mov	r3, #SCREEN_HEIGHT
	mov	r4, #COLOR_BACKGROUND
	bl	fill
	mov	r0, #0
	mov	r1, #0
	mov	r2, #SCREEN_WIDTH
	mov	r3, #24
	mov	r4, #COLOR_BAR
	bl	fill

	mov	r0, #4
	mov	r1, #4
	mov	r2, #2
	mov	r3, #COLOR_TITLE
	ldr	r4, =title
	bl	text
	mov	r0, #DIGITS_X
	mov	r1, #3
	mov	r2, #1
	mov	r3, #COLOR_FRAMES
	ldr	r4, =frames_label
	bl	text

	ldr	r5, =layout
	mov	r6, #0
	mov	r7, #COLOR_BUTTONS
1:	ldrb	r0, [r5]			@ the smaller box leaves the border visible
	ldrb	r1, [r5, #1]
	ldrb	r2, [r5, #2]
	ldrb	r3, [r5, #3]
	add	r4, r7, #1
	bl	fill
	ldrb	r0, [r5]
	ldrb	r1, [r5, #1]
	ldrb	r2, [r5, #2]
	ldrb	r3, [r5, #3]
	add	r0, r0, #2
	add	r1, r1, #2
	sub	r2, r2, #4
	sub	r3, r3, #4
	mov	r4, r7
	bl	fill
	ldrb	r0, [r5, #4]
	ldrb	r1, [r5, #5]
	ldrb	r2, [r5, #6]
	add	r3, r7, #2
	add	r4, r5, #7
	bl	text
	mov	r0, r6
	mov	r1, #0
	bl	color_button
	add	r5, r5, #LAYOUT_SIZE
	add	r7, r7, #COLORS_PER_BUTTON
	add	r6, r6, #1
	cmp	r6, #BUTTON_COUNT
	bne	1b

	ldr	r0, =IWRAM + SHOWN_DIGITS	@ no digit is drawn yet
	mvn	r1, #0
	str	r1, [r0]
	str	r1, [r0, #4]

	ldr	r0, =PALETTE
	ldr	r1, =plain_colors
	ldmia	r1, {r2, r3}
	stmia	r0, {r2, r3}
	mov	r0, #IO
	ldr	r1, =0x0404			@ mode 4, background 2: switched on when the picture is complete
	strh	r1, [r0]
	pop	{r4-r8, lr}
	bx	lr

@ Colors the buttons that went down or up since the last call.
show_buttons:
	push	{r4-r6, lr}
	ldr	r0, =EWRAM
	ldrh	r4, [r0, #BUTTONS]
	ldr	r1, =IWRAM
	ldrh	r5, [r1, #SHOWN_BUTTONS]
	strh	r4, [r1, #SHOWN_BUTTONS]
	eor	r5, r5, r4
	mov	r6, #0
1:	movs	r5, r5, lsr #1
	bcc	2f
	mov	r0, r6
	mov	r1, r4, lsr r6
	and	r1, r1, #1
	bl	color_button
	cmp	r5, #0
2:	add	r6, r6, #1
	bne	1b				@ Z: no change is left
	pop	{r4-r6, lr}
	bx	lr

@ r0 = button, r1 = 1 for down
color_button:
	add	r1, r1, r1, lsl #1
	ldr	r2, =button_colors
	add	r1, r2, r1, lsl #1
	add	r0, r0, r0, lsl #1
	ldr	r2, =PALETTE + 2 * COLOR_BUTTONS
	add	r0, r2, r0, lsl #1
	ldrh	r2, [r1]
	strh	r2, [r0]
	ldrh	r2, [r1, #2]
	strh	r2, [r0, #2]
	ldrh	r2, [r1, #4]
	strh	r2, [r0, #4]
	bx	lr

@ Draws the frame counter in decimal: only the digits that changed, usually one.
show_frames:
	push	{r4-r9, lr}
	ldr	r0, =EWRAM
	ldr	r5, [r0, #FRAMES]
	ldr	r6, =IWRAM + SHOWN_DIGITS
	ldr	r7, =0xCCCCCCCD			@ n * this >> 35 is n / 10
	mov	r8, #DIGIT_COUNT - 1
1:	umull	r0, r9, r5, r7
	mov	r9, r9, lsr #3
	add	r0, r9, r9, lsl #2
	sub	r5, r5, r0, lsl #1		@ the last digit of r5
	ldrb	r0, [r6, r8]
	cmp	r0, r5
	beq	2f
	strb	r5, [r6, r8]
	mov	r0, r8, lsl #3
	add	r0, r0, #DIGITS_X
	mov	r1, #DIGITS_Y
	mov	r2, #8
	mov	r3, #8
	mov	r4, #COLOR_BAR
	bl	fill
	mov	r0, r8, lsl #3
	add	r0, r0, #DIGITS_X
	mov	r1, #DIGITS_Y
	mov	r2, #1
	mov	r3, #COLOR_FRAMES
	add	r4, r5, #'0'
	bl	glyph
2:	mov	r5, r9
	subs	r8, r8, #1
	bpl	1b
	pop	{r4-r9, lr}
	bx	lr

	.include "drawing.inc"

	.ltorg

	.align	2
plain_colors:
	rgb5	2, 2, 5				@ background
	rgb5	5, 5, 11			@ bar
	rgb5	31, 31, 31			@ title
	rgb5	18, 20, 27			@ frames
button_colors:
	rgb5	5, 5, 9				@ up: fill, border, name
	rgb5	11, 12, 18
	rgb5	22, 23, 27
	rgb5	31, 22, 4			@ down
	rgb5	31, 30, 20
	rgb5	4, 2, 0

title:
	.asciz	"BUTTONTEST"
frames_label:
	.asciz	"FRAME"

@ x, y, width, height of the box; x, y, scale of the name; the name. In the order of the buttons' bits.
	.equ	LAYOUT_SIZE, 16
	.macro	box	x, y, width, height, text_x, text_y, scale, name
1:	.byte	\x, \y, \width, \height, \text_x, \text_y, \scale
	.asciz	"\name"
	.space	LAYOUT_SIZE - (. - 1b)
	.endm
layout:
	box	192, 74, 40, 24, 204, 78, 2, A
	box	144, 94, 40, 24, 156, 98, 2, B
	box	56, 132, 60, 20, 62, 138, 1, SELECT
	box	124, 132, 60, 20, 134, 138, 1, START
	box	72, 81, 48, 20, 76, 87, 1, RIGHT
	box	8, 81, 48, 20, 16, 87, 1, LEFT
	box	40, 58, 48, 20, 56, 64, 1, UP
	box	40, 104, 48, 20, 48, 110, 1, DOWN
	box	176, 30, 56, 24, 196, 34, 2, R
	box	8, 30, 56, 24, 28, 34, 2, L

	.include "font.inc"
