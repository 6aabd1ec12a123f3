package main

import "fmt"

// judge says how what lies at a name contradicts what was acknowledged; empty where it does not. The content of a stub is that of its
// copy on tape.
func judge(e entry, f found) string {
	switch {
	case f.err != nil:
		return fmt.Sprintf("%s cannot be read (after %s): %v", e.Name, e.Because, f.err)
	case f.absent && e.Gone:
		return ""
	case f.absent:
		return fmt.Sprintf("lost: %s, which was acknowledged, is missing (after %s)", e.Name, e.Because)
	case e.allows(f.content):
		return ""
	case len(e.May) == 0:
		return fmt.Sprintf("back again: %s, of which the end was acknowledged (%s), holds %v", e.Name, e.Because, f)
	case f.Size == 0:
		return fmt.Sprintf("lost: %s is empty (after %s); it may hold %v", e.Name, e.Because, e.May)
	}
	return fmt.Sprintf("lost: %s holds %v (after %s); it may hold %v", e.Name, f, e.Because, e.May)
}

// judgeTwins: after a rename of unknown outcome the file has one of the two names.
func judgeTwins(e entry, here, there found) string {
	switch {
	case here.absent && there.absent:
		return fmt.Sprintf("lost: %s is neither there nor at %s (after %s)", e.Name, e.Twin, e.Because)
	case !here.absent && !there.absent:
		return fmt.Sprintf("twice: %s is there and at %s (after %s)", e.Name, e.Twin, e.Because)
	}
	return ""
}
