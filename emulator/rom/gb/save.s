; Saves one 16-bit value in the cartridge's RAM. The RAM stays enabled, because scripts can't read it otherwise: mGBA shows
; disabled RAM neither on the bus nor in its domain.
; Record: value (2 bytes), "BTST", the value's complement (2 bytes). The complement is written last, so it
; detects an incomplete record and a chip that was never written.

	.equ	MARKER_LENGTH, 4

; Loads the saved value into work RAM, or 0 if there is no valid record.
load_value:
	ld	a, 0x0A
	ld	(CARTRIDGE_RAM_ENABLE), a
	ld	hl, CARTRIDGE_RAM
	ld	a, (hl+)
	ld	c, a
	ld	a, (hl+)
	ld	b, a				; bc = value
	ld	de, marker
1:	ld	a, (de)
	cp	(hl)
	ret	nz
	inc	hl
	inc	de
	ld	a, e
	cp	(marker + MARKER_LENGTH) & 0xFF
	jr	nz, 1b
	ld	a, (hl+)
	cpl
	cp	c
	ret	nz
	ld	a, (hl)
	cpl
	cp	b
	ret	nz
	ld	hl, SAVED_VALUE
	ld	(hl), c
	inc	l
	ld	(hl), b
	ld	hl, STORED_VALUE
	ld	(hl), c
	inc	l
	ld	(hl), b
	ret

; Writes the record if the value in work RAM differs from the stored one.
store_value:
	ld	hl, SAVED_VALUE
	ld	c, (hl)
	inc	l
	ld	b, (hl)
	ld	hl, STORED_VALUE
	ld	a, (hl+)
	cp	c
	jr	nz, 1f
	ld	a, (hl)
	cp	b
	ret	z
1:	ld	hl, STORED_VALUE
	ld	(hl), c
	inc	l
	ld	(hl), b
	ld	hl, CARTRIDGE_RAM
	ld	a, c
	ld	(hl+), a
	ld	a, b
	ld	(hl+), a
	ld	de, marker
2:	ld	a, (de)
	ld	(hl+), a
	inc	de
	ld	a, e
	cp	(marker + MARKER_LENGTH) & 0xFF
	jr	nz, 2b
	ld	a, c
	cpl
	ld	(hl+), a
	ld	a, b
	cpl
	ld	(hl), a
	ret

marker:
	.ascii	"BTST"
