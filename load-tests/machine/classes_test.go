package machine

import (
	"context"
	"testing"
)

func TestAHistogramIsRead(t *testing.T) {
	live, err := parseLive(` num     #instances         #bytes  class name (module)
-------------------------------------------------------
   1:           100           4000  [B (java.base@25)
   2:             7            350  org.bora.A
  11:             3             50  org.bora.A
Total           110           4400
`)
	if err != nil || live.Total != (Instances{110, 4400}) || live.Classes["[B"] != (Instances{100, 4000}) || live.Classes["org.bora.A"] != (Instances{10, 400}) {
		t.Fatal(live, err)
	}
}

func TestWhatIsNoHistogramIsSaid(t *testing.T) {
	for _, text := range []string{"", "12345:\ncom.sun.tools.attach.AttachNotSupportedException", "Total x y"} {
		if _, err := parseLive(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
	if _, err := LiveObjects(context.Background(), 1<<30); err == nil {
		t.Error("a process that is not there has objects")
	}
}
