package client

import "strconv"

// Unannounced is the size of a put that announces none.
const Unannounced = -1

// PutOver is what srmPrepareToPut may say besides the name.
type PutOver struct {
	Size      int
	Overwrite bool
	Pin       int // seconds until srmPutDone must have come; 0: the server's default
}

// AskPutOver is srmPrepareToPut of one file, with these options.
func (c *Connection) AskPutOver(surl string, o PutOver) (Answer, error) {
	content := "<arrayOfFileRequests><requestArray>" + element("targetSURL", surl)
	if o.Size != Unannounced {
		content += element("expectedFileSize", strconv.Itoa(o.Size))
	}
	content += "</requestArray></arrayOfFileRequests>"
	if o.Overwrite {
		content += element("overwriteOption", "ALWAYS")
	}
	if o.Pin > 0 {
		content += element("desiredPinLifeTime", strconv.Itoa(o.Pin))
	}
	return c.ask("srmPrepareToPut", content+element("desiredFileStorageType", "PERMANENT")+protocols)
}

// AskGetFor is srmPrepareToGet of one file, pinned for so many seconds.
func (c *Connection) AskGetFor(surl string, seconds int) (Answer, error) {
	return c.askPin("srmPrepareToGet", oneSource(surl)+element("desiredPinLifeTime", strconv.Itoa(seconds))+protocols)
}

// AskPinOfGet is srmStatusOfGetRequest, with what is left of the pin.
func (c *Connection) AskPinOfGet(token string) (Answer, error) {
	return c.askPin("srmStatusOfGetRequest", element("requestToken", token))
}

// BringOnline is srmBringOnline of one file, pinned for so many seconds.
func (c *Connection) BringOnline(surl string, seconds int) (Answer, error) {
	return c.askPin("srmBringOnline", oneSource(surl)+element("desiredLifeTime", strconv.Itoa(seconds)))
}

// BringOnlineStatus is srmStatusOfBringOnlineRequest.
func (c *Connection) BringOnlineStatus(token string) (Answer, error) {
	return c.askPin("srmStatusOfBringOnlineRequest", element("requestToken", token))
}

// ExtendPin is srmExtendFileLifeTime of the pin that a request has on one file.
func (c *Connection) ExtendPin(token, surl string, seconds int) (Answer, error) {
	return c.askPin("srmExtendFileLifeTime", element("requestToken", token)+array(surl)+element("newPinLifeTime", strconv.Itoa(seconds)))
}

// Mv is srmMv.
func (c *Connection) Mv(from, to string) (Answer, error) {
	return c.ask("srmMv", element("fromSURL", from)+element("toSURL", to))
}

func oneSource(surl string) string {
	return "<arrayOfFileRequests><requestArray>" + element("sourceSURL", surl) + "</requestArray></arrayOfFileRequests>"
}

// askPin also reads how many seconds a pin still has.
func (c *Connection) askPin(operation, content string) (Answer, error) {
	body, answer, err := c.exchange(operation, content)
	if err != nil {
		return answer, err
	}
	for _, name := range []string{"remainingPinTime", "pinLifetime"} {
		if seconds, err := strconv.Atoi(text(body, name)); err == nil {
			answer.Pin = seconds
		}
	}
	return answer, nil
}
