#!/bin/sh
# Tests the kernels for AVX-512 on an emulated processor that has it: Linux with
# nothing but the tests, in the emulator Bochs. It takes a few minutes.
#
#   internal/simd/emulate/run.sh VMLINUZ
#
# VMLINUZ is a kernel for amd64, that of Debian's linux-image-cloud-amd64 for
# instance. Needs the Debian packages bochs, bochsbios, vgabios, isolinux,
# syslinux-common, xorriso and cpio.
set -eu
kernel=$(realpath "${1:?name a kernel image}")
for tool in bochs xorriso cpio; do
	command -v "$tool" > /dev/null || { echo "needs $tool; see the head of $0" >&2; exit 1; }
done
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'kill "${machine:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

mkdir -p "$work/files" "$work/iso"
CGO_ENABLED=0 go test -c -o "$work/files/simd.test" .
CGO_ENABLED=0 go build -o "$work/files/init" ./emulate
cd "$work"
(cd files && find . | cpio --quiet -o -H newc | gzip -1) > iso/initrd.gz
cp "$kernel" iso/vmlinuz
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 iso/
# Bochs' clocks and its compacted form of the registers confuse Linux: the
# options keep to the plain ones.
cat > iso/isolinux.cfg <<'END'
DEFAULT linux
TIMEOUT 1
LABEL linux
 KERNEL vmlinuz
 APPEND initrd=initrd.gz console=ttyS0 notsc clocksource=acpi_pm nohz=off highres=off noxsaves clearcpuid=xsaves,xsavec lpj=1000000 mitigations=off random.trust_cpu=on
END
xorriso -as mkisofs -quiet -o boot.iso -b isolinux.bin -c boot.cat -no-emul-boot -boot-load-size 4 -boot-info-table iso
cat > bochsrc <<'END'
megs: 512
cpu: model=corei7_skylake_x, ips=200000000
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/vgabios/vgabios.bin
ata0-master: type=cdrom, path=boot.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=serial.txt
display_library: rfb, options="timeout=0"
sound: waveoutdrv=dummy, waveindrv=dummy, midioutdrv=dummy
speaker: enabled=0
log: bochs.log
panic: action=report
END
touch serial.txt
mkfifo keys
bochs -q -f bochsrc < keys > /dev/null 2>&1 &
machine=$!
exec 3> keys
echo c >&3 # its debugger starts the machine only when told to continue
for second in $(seq 900); do
	if grep -qa '^ENDED' serial.txt; then
		grep -aE '^(=== RUN|--- | +---|PASS|FAIL|ENDED)|_test.go' serial.txt
		grep -qa '^ENDED: all tests passed' serial.txt
		exit
	fi
	sleep 1
done
echo "no end after 15 minutes; the last that the machine said:" >&2
tail -5 serial.txt >&2
exit 1
