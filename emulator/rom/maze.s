@ A maze of 15 x 10 cells, through which the direction buttons lead a player to a goal. emulator/rom/README.md describes it.

	.include "memory.inc"

	.arm
	.text
	.global	_start

	.equ	COLUMN, 0x004			@ offsets from EWRAM
	.equ	ROW, 0x006
	.equ	STEPS, 0x008
	.equ	BUMPS, 0x00A
	.equ	WON, 0x00C

	.equ	COLUMNS, 15
	.equ	ROWS, 10
	.equ	CELL, 16			@ pixels
	.equ	PACE, 8				@ frames from a step to the next while a button is held
	.equ	GOAL_COLUMN, 13
	.equ	GOAL_ROW, 8

	.equ	COLOR_WALL, 0
	.equ	COLOR_WAY, 1
	.equ	COLOR_GOAL, 2
	.equ	COLOR_PLAYER, 3
	.equ	WON_COLOR, 0x03E0		@ green

	.equ	IO_VCOUNT, 0x06
	.equ	DIRECTIONS, 0xF0		@ Right, Left, Up, Down

_start:
	b	boot
	.space	156				@ the logo: mGBA doesn't check it
	.ascii	"MAZE\0\0\0\0\0\0\0\0"
	.ascii	"MAZE"
	.ascii	"00"
	.byte	0x96				@ a fixed value
	.space	10
	.equ	TITLE_SUM, 'M' + 'A' + 'Z' + 'E'
	.byte	-(0x19 + 2 * TITLE_SUM + '0' + '0' + 0x96) & 0xFF
	.space	2

boot:
	mov	sp, #IWRAM
	add	sp, sp, #0x7F00
	mov	r10, #EWRAM
	mov	r11, #IO
	mov	r0, #0
	str	r0, [r10]			@ frames
	str	r0, [r10, #STEPS]
	str	r0, [r10, #WON]
	ldr	r0, =1 | (1 << 16)
	str	r0, [r10, #COLUMN]		@ and the row
	ldr	r1, =PALETTE
	ldr	r2, =colors
	ldmia	r2, {r3, r4}
	stmia	r1, {r3, r4}
	bl	draw_maze
	bl	draw_player
	ldr	r0, =0x0404			@ mode 4, background 2
	strh	r0, [r11]
	mov	r9, #0				@ frames until a held button leads on
1:	ldrh	r2, [r11, #IO_VCOUNT]
	cmp	r2, #SCREEN_HEIGHT
	bne	1b
	ldr	r0, [r10]
	add	r0, r0, #1
	str	r0, [r10]
	bl	play
2:	ldrh	r2, [r11, #IO_VCOUNT]
	cmp	r2, #SCREEN_HEIGHT
	beq	2b
	b	1b

play:
	push	{r4-r6, lr}
	ldrh	r0, [r10, #WON]
	cmp	r0, #0
	bne	9f
	ldr	r0, =IO + IO_KEYINPUT
	ldrh	r0, [r0]
	mvn	r0, r0				@ 1 is down
	ands	r4, r0, #DIRECTIONS
	moveq	r9, #0
	beq	9f
	subs	r9, r9, #1
	bpl	9f
	mov	r9, #PACE - 1
	ldrh	r5, [r10, #COLUMN]
	ldrh	r6, [r10, #ROW]
	mov	r2, r5
	mov	r3, r6
	tst	r4, #1 << 4
	addne	r2, r2, #1
	tst	r4, #1 << 5
	subne	r2, r2, #1
	tst	r4, #1 << 6
	subne	r3, r3, #1
	tst	r4, #1 << 7
	addne	r3, r3, #1
	bl	is_way
	bne	1f
	ldrh	r0, [r10, #BUMPS]
	add	r0, r0, #1
	strh	r0, [r10, #BUMPS]
	b	9f
1:	strh	r2, [r10, #COLUMN]
	strh	r3, [r10, #ROW]
	mov	r0, r5
	mov	r1, r6
	mov	r4, #COLOR_WAY
	bl	draw_cell
	bl	draw_player
	ldrh	r0, [r10, #STEPS]
	add	r0, r0, #1
	strh	r0, [r10, #STEPS]
	ldr	r0, [r10, #COLUMN]
	ldr	r1, =GOAL_COLUMN | (GOAL_ROW << 16)
	cmp	r0, r1
	bne	9f
	mov	r0, #1
	strh	r0, [r10, #WON]
	ldr	r0, =PALETTE + 2 * COLOR_WALL
	ldr	r1, =WON_COLOR
	strh	r1, [r0]
9:	pop	{r4-r6, lr}
	bx	lr

@ r2 = column, r3 = row; Z is clear if it is a way
is_way:
	ldr	r0, =maze
	add	r0, r0, r3, lsl #1
	ldrh	r0, [r0]
	mov	r1, #1 << (COLUMNS - 1)
	tst	r0, r1, lsr r2
	bx	lr

draw_maze:
	push	{r5-r6, lr}
	mov	r6, #0
1:	mov	r5, #0
2:	mov	r2, r5
	mov	r3, r6
	bl	is_way
	moveq	r4, #COLOR_WALL
	movne	r4, #COLOR_WAY
	mov	r0, r5
	mov	r1, r6
	bl	draw_cell
	add	r5, r5, #1
	cmp	r5, #COLUMNS
	bne	2b
	add	r6, r6, #1
	cmp	r6, #ROWS
	bne	1b
	mov	r0, #GOAL_COLUMN
	mov	r1, #GOAL_ROW
	mov	r4, #COLOR_GOAL
	bl	draw_cell
	pop	{r5-r6, lr}
	bx	lr

draw_player:
	ldrh	r0, [r10, #COLUMN]
	ldrh	r1, [r10, #ROW]
	mov	r4, #COLOR_PLAYER

@ r0 = column, r1 = row, r4 = color
draw_cell:
	mov	r0, r0, lsl #4
	mov	r1, r1, lsl #4
	mov	r2, #CELL
	mov	r3, #CELL
	b	fill

	.include "drawing.inc"

	.ltorg

	.align	2
colors:
	.hword	0x1CE7, 0x0000, 0x03FF, 0x7C1F	@ gray, black, yellow, magenta
maze:						@ 1 is a way
	.hword	0b000000000000000
	.hword	0b011111011111110
	.hword	0b000001010000010
	.hword	0b011111010111110
	.hword	0b010000010100000
	.hword	0b011111110111110
	.hword	0b000100000000010
	.hword	0b011111011111010
	.hword	0b010000010001110
	.hword	0b000000000000000

	.include "font.inc"
