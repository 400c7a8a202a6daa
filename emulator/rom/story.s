@ A story of six pages: each fades in, its text is typed letter by letter, and A, once it is all there, fades to the next, with
@ a pause in the dusk.
@ emulator/rom/README.md describes it.

	.include "memory.inc"

	.arm
	.text
	.global	_start

	.equ	PAGE, 0x004			@ offsets from EWRAM
	.equ	LETTERS, 0x006
	.equ	EARLY, 0x008
	.equ	WAITING, 0x00A
	.equ	ENDED, 0x00C

	.equ	PAGES, 6
	.equ	WORDS, 3			@ of a page, one below the other
	.equ	LETTER_PACE, 3			@ frames from a letter to the next
	.equ	FADE_PACE, 2			@ frames from a step of a fade to the next
	.equ	DARK, 16			@ steps of a fade
	.equ	DUSK, 13			@ steps after which a fade pauses
	.equ	PAUSE, 45			@ frames
	.equ	TEXT_X, 24
	.equ	TEXT_Y, 40
	.equ	LETTER_WIDTH, 16
	.equ	LINE_HEIGHT, 24
	.equ	SCALE, 2
	.equ	COLOR_PAPER, 0
	.equ	COLOR_TEXT, 1
	.equ	COLOR_MARK, 2			@ of the square that is there while the page waits for A
	.equ	MARK_X, 208
	.equ	MARK_Y, 128
	.equ	MARK_SIZE, 12

	.equ	IO_VCOUNT, 0x06
	.equ	IO_BLEND, 0x50
	.equ	IO_DARKNESS, 0x54
	.equ	DARKER, 0xE4			@ background 2 and the backdrop
	.equ	KEY_A, 1 << 0

_start:
	b	boot
	.space	156				@ the logo: mGBA doesn't check it
	.ascii	"STORY\0\0\0\0\0\0\0"
	.ascii	"STRY"
	.ascii	"00"
	.byte	0x96				@ a fixed value
	.space	10
	.equ	TITLE_SUM, 'S' + 'T' + 'O' + 'R' + 'Y' + 'S' + 'T' + 'R' + 'Y'
	.byte	-(0x19 + TITLE_SUM + '0' + '0' + 0x96) & 0xFF
	.space	2

boot:
	mov	sp, #IWRAM
	add	sp, sp, #0x7F00
	mov	r10, #EWRAM
	mov	r11, #IO
	mov	r0, #0
	str	r0, [r10]			@ frames
	str	r0, [r10, #PAGE]		@ and the letters
	str	r0, [r10, #EARLY]		@ and whether it waits
	str	r0, [r10, #ENDED]
	ldr	r1, =PALETTE
	ldr	r2, =colors
	ldmia	r2, {r3, r4}
	stmia	r1, {r3, r4}
	mov	r0, #DARKER
	strh	r0, [r11, #IO_BLEND]
	ldr	r8, =fade_in			@ what each frame does
	bl	begin_page
	ldr	r0, =0x0404			@ mode 4, background 2
	strh	r0, [r11]
	mov	r5, #0				@ whether A was down
1:	ldrh	r2, [r11, #IO_VCOUNT]
	cmp	r2, #SCREEN_HEIGHT
	bne	1b
	ldr	r0, [r10]
	add	r0, r0, #1
	str	r0, [r10]
	ldr	r0, =IO + IO_KEYINPUT
	ldrh	r0, [r0]
	mvn	r0, r0
	and	r0, r0, #KEY_A
	bics	r4, r0, r5			@ whether A went down
	mov	r5, r0
	beq	3f
	ldrh	r0, [r10, #WAITING]
	cmp	r0, #0
	ldreqh	r0, [r10, #EARLY]
	addeq	r0, r0, #1
	streqh	r0, [r10, #EARLY]
3:	mov	lr, pc
	bx	r8
2:	ldrh	r2, [r11, #IO_VCOUNT]
	cmp	r2, #SCREEN_HEIGHT
	beq	2b
	b	1b

@ r6 = darkness, r7 = frames to the next step
begin_page:
	push	{r4, lr}
	mov	r0, #0
	mov	r1, #0
	mov	r2, #SCREEN_WIDTH
	mov	r3, #SCREEN_HEIGHT
	mov	r4, #COLOR_PAPER
	bl	fill
	mov	r6, #DARK
	strh	r6, [r11, #IO_DARKNESS]
	mov	r7, #FADE_PACE
	mov	r0, #0
	strh	r0, [r10, #LETTERS]
	pop	{r4, lr}
	bx	lr

fade_in:
	subs	r7, r7, #1
	bxne	lr
	mov	r7, #FADE_PACE
	sub	r6, r6, #1
	strh	r6, [r11, #IO_DARKNESS]
	cmp	r6, #0
	ldreq	r8, =type
	bx	lr

@ Types the next letter of the page; its words have WORD_SIZE bytes, of which those without a letter are 0.
type:
	subs	r7, r7, #1
	bxne	lr
	push	{r4, lr}
	mov	r7, #LETTER_PACE
	ldrh	r0, [r10, #PAGE]
	ldr	r1, =pages
	mov	r2, #WORDS * WORD_SIZE
	mla	r1, r0, r2, r1
	ldrh	r2, [r10, #LETTERS]
1:	cmp	r2, #WORDS * WORD_SIZE
	beq	typed
	ldrb	r4, [r1, r2]
	add	r2, r2, #1
	cmp	r4, #0
	beq	1b
	strh	r2, [r10, #LETTERS]
	sub	r2, r2, #1
	mov	r1, r2, lsr #3			@ the word
	and	r0, r2, #WORD_SIZE - 1
	mov	r0, r0, lsl #4
	add	r0, r0, #TEXT_X
	add	r1, r1, r1, lsl #1
	mov	r1, r1, lsl #3
	add	r1, r1, #TEXT_Y
	mov	r2, #SCALE
	mov	r3, #COLOR_TEXT
	bl	glyph
	pop	{r4, lr}
	bx	lr

typed:
	ldrh	r0, [r10, #PAGE]
	cmp	r0, #PAGES - 1
	moveq	r0, #1
	streqh	r0, [r10, #ENDED]
	ldreq	r8, =rest
	beq	2f
	mov	r0, #1
	strh	r0, [r10, #WAITING]
	mov	r0, #MARK_X
	mov	r1, #MARK_Y
	mov	r2, #MARK_SIZE
	mov	r3, #MARK_SIZE
	mov	r4, #COLOR_MARK
	bl	fill
	ldr	r8, =wait
2:	pop	{r4, lr}
	bx	lr

wait:
	cmp	r4, #0
	bxeq	lr
	mov	r0, #0
	strh	r0, [r10, #WAITING]
	mov	r7, #FADE_PACE
	ldr	r8, =fade_out
	bx	lr

fade_out:
	subs	r7, r7, #1
	bxne	lr
	mov	r7, #FADE_PACE
	add	r6, r6, #1
	strh	r6, [r11, #IO_DARKNESS]
	cmp	r6, #DUSK
	moveq	r7, #PAUSE
	cmp	r6, #DARK
	bxne	lr
	ldrh	r0, [r10, #PAGE]
	add	r0, r0, #1
	strh	r0, [r10, #PAGE]
	ldr	r8, =fade_in
	b	begin_page

rest:
	bx	lr

	.include "drawing.inc"

	.ltorg

	.align	2
colors:
	.hword	0x7FFF, 0x0000, 0x001F, 0	@ white, black, red

	.equ	WORD_SIZE, 8
	.macro	word	letters
1:	.ascii	"\letters"
	.space	WORD_SIZE - (. - 1b)
	.endm
pages:
	word	ONCE
	word	LONG
	word	AGO
	word	TWO
	word	GIRLS
	word	WENT
	word	OUT
	word	TO
	word	FIND
	word	THE
	word	LOST
	word	STAR
	word	WHICH
	word	THEN
	word	SHONE
	word	THE
	word	END
	word	""

	.include "font.inc"
