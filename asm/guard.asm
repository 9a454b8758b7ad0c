; A statement of BASIC whose errors do not stop the program: IF USR guard THEN INPUT ..., IF USR guard THEN LOAD ...
;
; The statement behind THEN is done from in here, with an error handler of our own on the machine stack; then the
; value 0 makes IF skip the rest of the line, so that it is not done again. All that happens between is the ROM's, in
; the ROM with the 48K's BASIC: so it is the same on a 128K, whose other ROM runs the program.
;
; It lies among the user-defined graphics, where BASIC puts it, and where no edition needs them.

        include "constants.inc"

        org 65376                       ; the graphic B

; ROM routines
rom_next_char:      equ 0x20            ; rst: CH_ADD forward, A = the character there
rom_save_etc:       equ 0x0605          ; SAVE, LOAD, VERIFY, MERGE; takes a return address off the stack
rom_cls_lower:      equ 0x0d6e          ; clears the lower screen
rom_break_key:      equ 0x1f54          ; no carry when BREAK is pressed
rom_input:          equ 0x2089

; system variables
sysvar_err_sp:      equ 23613
sysvar_ch_add:      equ 23645
sysvar_t_addr:      equ 23668
sysvar_err_nr:      equ 23610
flagx:              equ 55              ; from iy on
mode:               equ 7

token_load:         equ 0xef
load_command:       equ 0xe1            ; what SAVE-ETC finds in T_ADDR for LOAD

; ---------------------------------------------------------------------------------------------------------------
; Purpose   do the statement behind THEN, and come back whatever happens
; In        (sysvar_ch_add) = THEN; behind it INPUT or LOAD; iy and hl' as BASIC has them
; Out       bc = 0; (guard_report) = the report less one, 255 where there is none; BREAK is not pressed any more
; Corrupts  af, de, hl, ix, the alternate registers but hl'
; Cost      what the statement takes
guard:
        ld hl,(sysvar_ch_add)
        push hl
        ld hl,(sysvar_t_addr)
        push hl
        ld hl,(sysvar_err_sp)
        push hl
        exx
        push hl
        exx
        ld (iy+mode),0                  ; letters, even if the INPUT before was left in graphics mode
        ld hl,guard_caught
        push hl
        ld (sysvar_err_sp),sp
        rst rom_next_char
        push af
        rst rom_next_char
        pop af
        ld hl,guard_done
        push hl
        cp token_load
        jp nz,rom_input

; LOAD, from here on as a routine that returns
guard_load_bytes:
        ld a,load_command
        ld (sysvar_t_addr),a
        call rom_save_etc               ; takes this return address off, and returns to guard_done

guard_done:
        pop hl
guard_leave:
        exx
        pop hl
        exx
        pop hl
        ld (sysvar_err_sp),hl
        pop hl
        ld (sysvar_t_addr),hl
        pop hl
        ld (sysvar_ch_add),hl
        ; report, and none is left for whoever looks next
        ld hl,sysvar_err_nr
        ld a,(hl)
        ld (guard_report),a
        ld (hl),255
guard_break:
        call rom_break_key
        jr nc,guard_break
        ld bc,0
        ret

; an error: the ROM has taken the stack down to the frame, and guard_caught off it
guard_caught:
        ld (iy+flagx),0                 ; no longer in an INPUT
        call rom_cls_lower
        jr guard_leave

guard_report:
        db 255
guard_end:
