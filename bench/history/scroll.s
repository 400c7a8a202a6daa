@ Scrolls like a game: each frame moves the background by a pixel and 32 objects, and stores the frame's number; each eighth frame
@ writes the next column of the map, 32 tiles out of 64 that follow from a random number. bench/history/run.sh runs it.
	.arm
	.text
	b	begin
	.space	156				@ the logo: mGBA doesn't check it
	.ascii	"SCROLL\0\0\0\0\0\0"
	.ascii	"SCRL"
	.ascii	"00"
	.byte	0x96
	.space	17

begin:
	ldr	r0, =0x04000000
	ldr	r1, =0x1140			@ mode 0: background 0 and objects
	strh	r1, [r0]
	ldr	r1, =0x4800			@ 64 x 32 tiles, the map at 0x06004000
	strh	r1, [r0, #8]
	ldr	r4, =0x06004000
	ldr	r5, =1664525
	ldr	r6, =1013904223
	ldr	r7, =0x12345678
	mov	r8, #0				@ frames
	mov	r9, #0x03000000			@ counters
	mov	r10, #0x07000000		@ objects
	ldr	r1, =0x06000000			@ 64 tiles with a pattern
	mov	r2, #512
pattern:
	mla	r3, r7, r5, r6
	mov	r7, r3
	str	r7, [r1], #4
	subs	r2, r2, #1
	bne	pattern
	mov	r1, #0x05000000			@ colors
	mov	r2, #128
color:
	mla	r3, r7, r5, r6
	mov	r7, r3
	str	r7, [r1], #4
	subs	r2, r2, #1
	bne	color
frame:
	ldrh	r1, [r0, #6]			@ the line
	cmp	r1, #160
	bne	frame
	add	r8, r8, #1
	str	r8, [r9]
	strh	r8, [r0, #16]			@ moves the background
	mov	r2, #32
object:
	sub	r2, r2, #1
	add	r1, r8, r2, lsl #3
	and	r1, r1, #0xFF
	mul	r3, r2, r8
	and	r3, r3, #0x7F
	orr	r1, r3, r1, lsl #16
	str	r1, [r10, r2, lsl #3]
	cmp	r2, #0
	bne	object
	tst	r8, #7
	bne	drawn
	mov	r1, r8, lsr #3			@ the column that comes into sight, of the two halves of the map
	add	r1, r1, #31
	and	r1, r1, #63
	and	r2, r1, #31
	tst	r1, #32
	addne	r2, r2, #0x400
	add	r3, r4, r2, lsl #1
	mov	r2, #32
tile:
	mla	r1, r7, r5, r6
	mov	r7, r1
	mov	r1, r7, lsr #26
	strh	r1, [r3], #64
	subs	r2, r2, #1
	bne	tile
drawn:
	ldrh	r1, [r0, #6]
	cmp	r1, #160
	beq	drawn
	b	frame
	.ltorg
