@ Changes WORDS words of MEMORY in each frame, at places and to values that follow from a random number. bench/history/run.sh sets both.
	.arm
	.text
	b	begin
	.space	156				@ the logo: mGBA doesn't check it
	.ascii	"CHURN\0\0\0\0\0\0\0"
	.ascii	"CHRN"
	.ascii	"00"
	.byte	0x96
	.space	17

begin:
	ldr	r0, =0x04000000
	ldr	r1, =0x0403			@ mode 3: a picture of 16-bit pixels
	strh	r1, [r0]
	ldr	r4, =MEMORY
	ldr	r5, =1664525
	ldr	r6, =1013904223
	ldr	r7, =0x12345678
	ldr	r8, =0x3FFC			@ words within 16 KiB
frame:
	ldrh	r1, [r0, #6]			@ the line
	cmp	r1, #160
	bne	frame
	ldr	r2, =WORDS
word:
	mla	r3, r7, r5, r6
	mov	r7, r3
	and	r1, r8, r7, lsr #13
	str	r7, [r4, r1]
	subs	r2, r2, #1
	bne	word
drawn:
	ldrh	r1, [r0, #6]
	cmp	r1, #160
	beq	drawn
	b	frame
	.ltorg
