package main

import (
	"fmt"
	"hash/adler32"
	"io"
	"math/rand"
	"os"
	"strings"
	"syscall"
)

const (
	small  = 64 << 10
	medium = 1 << 20
	stub   = "user.bora.stub"
)

// content is what a file holds, as far as a checksum tells it from every other.
type content struct {
	Size int    `json:"size"`
	Sum  uint32 `json:"adler32"`
}

func (c content) String() string { return fmt.Sprintf("%d bytes with ADLER32 %08x", c.Size, c.Sum) }

// write fills a file with random bytes and says what it holds then.
func write(path string, flags, size int, random *rand.Rand) (content, error) {
	file, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return content{}, err
	}
	sum, chunk := adler32.New(), make([]byte, small)
	for left := size; left > 0; left -= len(chunk) {
		if left < len(chunk) {
			chunk = chunk[:left]
		}
		random.Read(chunk)
		sum.Write(chunk)
		if _, err := file.Write(chunk); err != nil {
			file.Close()
			return content{}, err
		}
	}
	return content{size, sum.Sum32()}, file.Close()
}

// found is what lies at a path.
type found struct {
	absent, stub bool
	content      // of the bytes on disk; of a stub only the size
	err          error
}

func (f found) String() string {
	switch {
	case f.err != nil:
		return f.err.Error()
	case f.absent:
		return "nothing"
	case f.stub:
		return fmt.Sprintf("a stub of %d bytes", f.Size)
	}
	return f.content.String()
}

// look reads a file to its end; of a stub, which only root can read, no bytes.
func look(path string) found {
	state, err := os.Lstat(path)
	if os.IsNotExist(err) {
		return found{absent: true}
	}
	if err != nil {
		return found{err: err}
	}
	if isStub(path, state) {
		return found{stub: true, content: content{Size: int(state.Size())}}
	}
	file, err := os.Open(path)
	if os.IsNotExist(err) {
		return found{absent: true}
	}
	if err != nil {
		return found{err: err}
	}
	defer file.Close()
	c, err := sumOf(file)
	return found{content: c, err: err}
}

func sumOf(from io.Reader) (content, error) {
	sum := adler32.New()
	n, err := io.Copy(sum, from)
	return content{int(n), sum.Sum32()}, err
}

// isStub tells whether the bytes of a file are on tape only.
func isStub(path string, state os.FileInfo) bool {
	if state.Mode().Perm() != 0 || !state.Mode().IsRegular() {
		return false
	}
	return attribute(path, stub) != ""
}

func attribute(path, name string) string {
	value := make([]byte, 4096)
	n, err := syscall.Getxattr(path, name, value)
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(value[:n]), "\x00")
}

// sizes draws how large a file is: a few without a byte, one of two hundred up to the largest, most of 64 KiB to 1 MiB.
func sizes(random *rand.Rand, largest int) int {
	size := 0
	switch chance := random.Intn(1000); {
	case chance < 5:
		size = medium + random.Intn(largest)
	case chance < 600:
		size = small + random.Intn(medium-small)
	case chance < 995:
		size = 1 + random.Intn(small)
	}
	if size > largest {
		size = 1 + size%largest
	}
	return size
}
