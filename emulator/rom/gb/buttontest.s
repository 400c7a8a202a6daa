; The button-test ROM for the Game Boy: shows the buttons that the game reads, and counts presses in memory that scripts
; can read. emulator/rom/README.md describes it and must be kept up to date.

	.include "memory.inc"

	.text

	.org	0x40				; the VBlank interrupt
	jp	frame_began

	.org	0x100
	nop
	jp	boot
	.byte	0xCE, 0xED, 0x66, 0x66		; mGBA checks only this part of the logo
	.org	0x134
	.ascii	"BUTTONTESTGB"
	.equ	CARTRIDGE_TYPE, 0x03		; MBC1, RAM, battery
	.equ	RAM_SIZE, 0x02			; 8 KiB
	.equ	DESTINATION, 0x01		; outside of Japan
	.org	0x147
	.byte	CARTRIDGE_TYPE
	.byte	0				; 32 KiB of ROM
	.byte	RAM_SIZE
	.byte	DESTINATION
	.org	0x14D
	; The checksum: minus the header's 25 bytes, minus 25. The assembler can't compute it from its own output.
	.equ	TITLE_SUM, 'B' + 'U' + 'T' + 'T' + 'O' + 'N' + 'T' + 'E' + 'S' + 'T' + 'G' + 'B'
	.byte	(0 - 25 - TITLE_SUM - CARTRIDGE_TYPE - RAM_SIZE - DESTINATION) & 0xFF

	.org	0x150
boot:
	di
	ld	sp, 0xFFFE
	call	clear_memory
	call	load_value
	call	draw_layout
	xor	a
	ldh	(IF), a				; starts counting at the next VBlank
	ld	a, INTERRUPT_VBLANK
	ldh	(IE), a
	ei

main_loop:
	halt					; returns after frame_began has run
	nop
	call	store_value
	jr	main_loop

clear_memory:
	ld	hl, WRAM
	ld	bc, WRAM_USED
1:	xor	a
	ld	(hl+), a
	dec	bc
	ld	a, b
	or	c
	jr	nz, 1b
	ld	hl, POINTER
	ld	a, PATTERN & 0xFF
	ld	(hl+), a
	ld	(hl), PATTERN >> 8
	ld	hl, PATTERN
	xor	a
1:	ld	(hl+), a
	inc	a
	jr	nz, 1b
	ret

; The interrupt handler: reads the keys and updates the counters once per VBlank. It finishes before VBlank ends, so
; it may write video memory.
frame_began:
	push	af
	push	bc
	push	de
	push	hl
	call	read_keys			; b = down now
	ld	hl, BUTTONS
	ld	c, (hl)				; c = down before
	ld	(hl), b
	call	show_buttons
	call	count_frame
	call	show_frames
	ld	a, c
	cpl
	and	b
	ld	c, a				; went down in this frame
	ld	hl, PRESSES
	call	count_buttons
	ld	c, b
	ld	hl, FRAMES_DOWN
	call	count_buttons
	pop	hl
	pop	de
	pop	bc
	pop	af
	reti

; b = the buttons that are down, A in bit 0. The hardware reports 0 for down, and four buttons at a time.
read_keys:
	ld	a, 0x20				; the pad
	ldh	(JOYP), a
	ldh	a, (JOYP)			; twice: on hardware the lines need time to settle
	ldh	a, (JOYP)
	cpl
	and	0x0F
	swap	a
	ld	b, a
	ld	a, 0x10				; A, B, Select, Start
	ldh	(JOYP), a
	ldh	a, (JOYP)
	ldh	a, (JOYP)
	cpl
	and	0x0F
	or	b
	ld	b, a
	ld	a, 0x30
	ldh	(JOYP), a
	ret

count_frame:
	ld	hl, FRAMES
	inc	(hl)
	jr	nz, 1f
	inc	l
	inc	(hl)
	jr	nz, 1f
	inc	l
	inc	(hl)
	jr	nz, 1f
	inc	l
	inc	(hl)
1:	ld	hl, FRAMES_DECIMAL
	ld	d, 4
	scf
1:	ld	a, (hl)
	adc	a, 0
	daa
	ld	(hl+), a
	dec	d				; keeps the carry
	jr	nz, 1b
	ret

; Adds 1 to the u16 of each button in c; hl = the table.
count_buttons:
	srl	c
	jr	nc, 1f
	inc	(hl)
	jr	nz, 1f
	inc	l
	inc	(hl)
	dec	l
1:	inc	l
	inc	l
	ld	a, c
	or	a
	jr	nz, count_buttons
	ret

	.include "save.s"
	.include "screen.s"
