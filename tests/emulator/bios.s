@ A BIOS that starts the game after 100,000 loops, halts for every SWI and passes interrupts on. GBATEK, "BIOS Functions" and "BIOS RAM
@ Usage". It is padded to 16 KiB.
	.arm
	.text
	b	reset
	b	stop
	b	halt
	b	stop
	b	stop
	b	stop
	b	interrupt
	b	stop
stop:
	b	stop

reset:
	ldr	r0, =100000
wait:
	subs	r0, r0, #1
	bne	wait
	msr	cpsr_c, #0xD3			@ supervisor
	ldr	sp, =0x03007FE0
	msr	cpsr_c, #0xD2			@ interrupt
	ldr	sp, =0x03007FA0
	msr	cpsr_c, #0x5F			@ system
	ldr	sp, =0x03007F00
	mov	lr, #0x08000000
	bx	lr

halt:
	stmfd	sp!, {r0, r1}
	mov	r0, #0
	ldr	r1, =0x04000301
	strb	r0, [r1]
	ldmfd	sp!, {r0, r1}
	movs	pc, lr

interrupt:
	stmfd	sp!, {r0-r3, r12, lr}
	mov	r0, #0x04000000
	adr	lr, passed
	ldr	pc, [r0, #-4]
passed:
	ldmfd	sp!, {r0-r3, r12, lr}
	subs	pc, lr, #4
	.ltorg
	.org	0x4000
