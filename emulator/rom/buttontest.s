@ The button-test ROM for the GBA: shows the buttons that the game reads, and counts presses in memory that scripts can read.
@ emulator/rom/README.md describes it and must be kept up to date.

	.include "memory.inc"

	.arm
	.text
	.global	_start

_start:
	b	boot
	.space	156				@ the logo: mGBA doesn't check it
header:
	.ascii	"BUTTONTEST\0\0"
	.ascii	"ABTE"
	.ascii	"00"
	.byte	0x96				@ a fixed value
	.space	10
	@ The checksum: minus the sum of the header's bytes, minus 0x19. The assembler can't compute it from its own output.
	.equ	TITLE_SUM, 'B' + 'U' + 'T' + 'T' + 'O' + 'N' + 'T' + 'E' + 'S' + 'T'
	.equ	CODE_SUM, 'A' + 'B' + 'T' + 'E' + '0' + '0'
	.byte	-(0x19 + TITLE_SUM + CODE_SUM + 0x96) & 0xFF
	.space	2

	.align	2
	.ascii	"SRAM_V113\0\0\0"		@ emulators and flash cartridges detect SRAM by this string

boot:
	mov	r0, #0x12			@ stacks of IRQ mode, then system mode: a flash cartridge may have changed them
	msr	cpsr_c, r0
	ldr	sp, =0x03007FA0
	mov	r0, #0x1F
	msr	cpsr_c, r0
	ldr	sp, =0x03007F00

	mov	r4, #IO
	mov	r0, #0
	str	r0, [r4, #IO_IME]
	ldr	r0, =0x4317			@ fast ROM with prefetch, slow SRAM
	str	r0, [r4, #IO_WAITCNT]

	bl	clear_memory
	bl	load_value
	bl	start_vblank			@ starts counting here, because the drawing before takes a varying time
	bl	draw_layout

main_loop:
	swi	0x050000			@ VBlankIntrWait: returns after frame_began has run
	bl	show_buttons
	bl	show_frames
	bl	store_value
	b	main_loop

clear_memory:
	ldr	r0, =IWRAM
	mov	r1, #IWRAM_USED
	mov	r2, #0
1:	subs	r1, r1, #4
	str	r2, [r0, r1]
	bne	1b
	ldr	r0, =EWRAM
	ldr	r1, =EWRAM_USED
1:	subs	r1, r1, #4
	str	r2, [r0, r1]
	bne	1b
	add	r1, r0, #PATTERN
	str	r1, [r0, #POINTER]
1:	strb	r2, [r1, r2]
	add	r2, r2, #1
	cmp	r2, #256
	bne	1b
	bx	lr

start_vblank:
	ldr	r1, =0x03007FFC			@ the BIOS reads the handler's address here
	ldr	r0, =frame_began
	str	r0, [r1]
	mov	r0, #8				@ DISPSTAT: request an interrupt at VBlank
	strh	r0, [r4, #IO_DISPSTAT]
	mov	r0, #IRQ_VBLANK
	add	r1, r4, #IO_IE
	strh	r0, [r1]
	str	r0, [r4, #IO_IME]
	bx	lr

@ The interrupt handler: reads the keys and updates the counters once per VBlank, even if the main loop takes longer.
@ The BIOS has saved r0-r3, r12 and lr, and r0 is IO.
frame_began:
	push	{r4, r5}
	add	r1, r0, #IO_IE
	mov	r2, #IRQ_VBLANK
	strh	r2, [r1, #IO_IF - IO_IE]
	ldr	r1, =0x03007FF8			@ the BIOS's copy of IF, which VBlankIntrWait waits for
	ldrh	r3, [r1]
	orr	r3, r3, r2
	strh	r3, [r1]

	ldr	r1, =EWRAM
	ldr	r2, [r1, #FRAMES]
	add	r2, r2, #1
	str	r2, [r1, #FRAMES]

	add	r0, r0, #0x100
	ldrh	r2, [r0, #IO_KEYINPUT - 0x100]
	mvn	r2, r2				@ the hardware reports 0 for down
	mov	r2, r2, lsl #22
	mov	r2, r2, lsr #22
	ldrh	r3, [r1, #BUTTONS]
	strh	r2, [r1, #BUTTONS]
	bic	r3, r2, r3			@ went down in this frame

	add	r1, r1, #PRESSES		@ r1 points into both tables
	mov	r12, #BUTTON_COUNT
1:	movs	r3, r3, lsr #1
	ldrcsh	r4, [r1]
	addcs	r4, r4, #1
	strcsh	r4, [r1]
	movs	r2, r2, lsr #1
	ldrcsh	r5, [r1, #FRAMES_DOWN - PRESSES]
	addcs	r5, r5, #1
	strcsh	r5, [r1, #FRAMES_DOWN - PRESSES]
	add	r1, r1, #2
	subs	r12, r12, #1
	bne	1b

	pop	{r4, r5}
	bx	lr

	.ltorg
