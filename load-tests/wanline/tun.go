package main

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

// From linux/if_tun.h: a device of packets, without the four bytes before each.
const (
	tunSetIff = 0x400454ca
	iffTun    = 0x0001
	iffNoPi   = 0x1000
	nameBytes = 16
)

// openTun makes a network device that is there as long as the file is open, in whatever namespace it is put later.
func openTun(name string) (*os.File, error) {
	if len(name) >= nameBytes {
		return nil, fmt.Errorf("the name %s is longer than %d bytes", name, nameBytes-1)
	}
	fd, err := syscall.Open("/dev/net/tun", syscall.O_RDWR|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("/dev/net/tun: %w", err)
	}
	request := struct {
		name  [nameBytes]byte
		flags uint16
		_     [22]byte
	}{flags: iffTun | iffNoPi}
	copy(request.name[:], name)
	if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), tunSetIff, uintptr(unsafe.Pointer(&request))); failed != 0 {
		syscall.Close(fd)
		return nil, fmt.Errorf("the device %s: %w", name, failed)
	}
	return os.NewFile(uintptr(fd), name), nil // only now: the poller knows no device without a name
}
