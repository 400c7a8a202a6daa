; The picture: text that is drawn once, and a lamp of 2 x 2 tiles per button, so highlighting a button takes four writes.

	.equ	TILES, 0x8000
	.equ	MAP, 0x9800
	.equ	MAP_WIDTH, 32

	.equ	TILE_BACKGROUND, 0
	.equ	TILE_UP, 1
	.equ	TILE_DOWN, 2
	.equ	TILE_GLYPHS, 3
	.equ	LETTER_COUNT, 19		; the digits follow in font.inc
	.equ	TILE_DIGITS, TILE_GLYPHS + LETTER_COUNT

	.macro	place x, y
	.word	MAP + \y * MAP_WIDTH + \x
	.endm

draw_layout:
	ldh	a, (LY)				; switching the screen off outside VBlank can damage the hardware
	cp	144
	jr	nz, draw_layout
	xor	a
	ldh	(LCDC), a
	ldh	(SCX), a
	ldh	(SCY), a

	ld	hl, TILES
	ld	a, 0x00
	ld	c, a
	call	plain_tile
	ld	a, 0xFF
	call	plain_tile			; color 1: the low plane only
	ld	c, a
	call	plain_tile
	ld	de, glyphs
1:	ld	a, (de)				; both planes: color 3
	inc	de
	ld	(hl+), a
	ld	(hl+), a
	ld	a, e
	cp	glyphs_end & 0xFF
	jr	nz, 1b
	ld	a, d
	cp	glyphs_end >> 8
	jr	nz, 1b

	ld	hl, MAP
	ld	bc, MAP_WIDTH * 18
1:	xor	a
	ld	(hl+), a
	dec	bc
	ld	a, b
	or	c
	jr	nz, 1b
	ld	de, texts
2:	ld	a, (de)
	inc	de
	ld	l, a
	ld	a, (de)
	inc	de
	ld	h, a
	or	l
	jr	z, 3f
	call	text
	jr	2b
3:	ld	b, 0
	ld	c, 0xFF
	call	show_buttons
	call	show_frames

	ld	a, 0xE4				; color 0 white to color 3 black
	ldh	(BGP), a
	ld	a, 0x91				; screen on, background from TILES and MAP: switched on when the picture is complete
	ldh	(LCDC), a
	ret

; hl = where, a = the low plane, c = the high plane of each row
plain_tile:
	ld	b, 8
1:	ld	(hl+), a
	ld	(hl), c
	inc	hl
	dec	b
	jr	nz, 1b
	ret

; hl = where, de = characters, ended by 0; de is behind them afterwards
text:
	ld	a, (de)
	inc	de
	or	a
	ret	z
	push	de
	ld	de, glyph_names
	ld	c, TILE_GLYPHS
	ld	b, a
1:	ld	a, (de)				; a linear search is fast enough for the few characters
	cp	b
	jr	z, 2f
	inc	de
	inc	c
	jr	1b
2:	ld	a, c
	ld	(hl+), a
	pop	de
	jr	text

; Sets the lamps of the buttons whose bits in b (down now) and c (down before) differ; keeps bc.
show_buttons:
	push	bc
	ld	a, b
	xor	c
	ld	c, a
	ld	hl, lamps
1:	srl	b
	ld	a, TILE_UP
	jr	nc, 2f
	ld	a, TILE_DOWN
2:	srl	c
	jr	nc, 3f
	push	hl
	ld	e, (hl)
	inc	hl
	ld	h, (hl)
	ld	l, e
	ld	(hl+), a
	ld	(hl), a
	ld	de, MAP_WIDTH - 1
	add	hl, de
	ld	(hl+), a
	ld	(hl), a
	pop	hl
3:	inc	hl
	inc	hl
	ld	a, c
	or	a
	jr	nz, 1b				; no change is left
	pop	bc
	ret

; Draws the frame counter's last eight digits; keeps bc.
show_frames:
	push	bc
	ld	de, FRAMES_DECIMAL + 3
	ld	hl, MAP + MAP_WIDTH + 12
	ld	b, 4
1:	ld	a, (de)
	ld	c, a
	swap	a
	and	0x0F
	add	a, TILE_DIGITS
	ld	(hl+), a
	ld	a, c
	and	0x0F
	add	a, TILE_DIGITS
	ld	(hl+), a
	dec	de
	dec	b
	jr	nz, 1b
	pop	bc
	ret

lamps:
	place	17, 5				; A
	place	13, 7				; B
	place	5, 14				; Select
	place	12, 14				; Start
	place	7, 7				; Right
	place	1, 7				; Left
	place	4, 3				; Up
	place	4, 10				; Down

texts:
	place	0, 0
	.asciz	"BUTTONTEST"
	place	14, 0
	.asciz	"FRAMES"
	place	17, 7
	.asciz	"A"
	place	13, 9
	.asciz	"B"
	place	3, 16
	.asciz	"SELECT"
	place	11, 16
	.asciz	"START"
	place	6, 9
	.asciz	"RIGHT"
	place	0, 9
	.asciz	"LEFT"
	place	4, 5
	.asciz	"UP"
	place	3, 12
	.asciz	"DOWN"
	.word	0

	.include "../font.inc"
glyphs_end:
