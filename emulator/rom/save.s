@ Saves one 16-bit value in SRAM. SRAM has an 8-bit bus, so only bytes can be read and written.
@ Record: value (2 bytes), "BTST", the value's complement (2 bytes). The complement is written last, so it
@ detects an incomplete record and a chip that was never written.

	.include "memory.inc"

	.arm
	.text
	.global	load_value, store_value

	.equ	RECORD_MARKER, 2
	.equ	RECORD_COMPLEMENT, 6
	.equ	MARKER_LENGTH, 4

@ Loads the saved value into EWRAM, or 0 if there is no valid record.
load_value:
	push	{r4, lr}
	mov	r0, #SRAM
	ldr	r1, =marker
	mov	r2, #0
1:	ldrb	r3, [r1, r2]
	add	r12, r0, r2
	ldrb	r12, [r12, #RECORD_MARKER]
	cmp	r3, r12
	bne	2f
	add	r2, r2, #1
	cmp	r2, #MARKER_LENGTH
	bne	1b

	ldrb	r1, [r0]
	ldrb	r2, [r0, #1]
	orr	r1, r1, r2, lsl #8
	ldrb	r3, [r0, #RECORD_COMPLEMENT]
	ldrb	r2, [r0, #RECORD_COMPLEMENT + 1]
	orr	r3, r3, r2, lsl #8
	ldr	r2, =0xFFFF
	eor	r3, r3, r2
	cmp	r1, r3
	bne	2f
	ldr	r2, =EWRAM + SAVED_VALUE
	strh	r1, [r2]
	ldr	r2, =IWRAM
	strh	r1, [r2, #STORED_VALUE]
2:	pop	{r4, pc}

@ Writes the record if the value in EWRAM differs from the stored one.
store_value:
	ldr	r0, =EWRAM + SAVED_VALUE
	ldrh	r0, [r0]
	ldr	r1, =IWRAM
	ldrh	r2, [r1, #STORED_VALUE]
	cmp	r0, r2
	bxeq	lr
	strh	r0, [r1, #STORED_VALUE]

	mov	r1, #SRAM
	strb	r0, [r1]
	mov	r2, r0, lsr #8
	strb	r2, [r1, #1]
	ldr	r3, =marker
	mov	r2, #0
1:	ldrb	r12, [r3, r2]
	add	r1, r1, #1
	strb	r12, [r1, #RECORD_MARKER - 1]
	add	r2, r2, #1
	cmp	r2, #MARKER_LENGTH
	bne	1b
	mvn	r0, r0
	strb	r0, [r1, #RECORD_COMPLEMENT - MARKER_LENGTH]
	mov	r0, r0, lsr #8
	strb	r0, [r1, #RECORD_COMPLEMENT - MARKER_LENGTH + 1]
	bx	lr

	.ltorg
marker:
	.ascii	"BTST"
