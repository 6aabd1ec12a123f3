package client

import (
	"fmt"
	"strconv"
)

// Ls is srmLs of one path with all details and so many levels below.
func (c *Connection) Ls(surl string, levels int) (Answer, error) {
	return c.ask("srmLs", array(surl)+"<fullDetailedList>true</fullDetailedList>"+
		element("numOfLevels", strconv.Itoa(levels)))
}

// Rm is srmRm of one file.
func (c *Connection) Rm(surl string) (Answer, error) {
	return c.ask("srmRm", array(surl))
}

// AskPut is srmPrepareToPut of one file.
func (c *Connection) AskPut(surl string, size int) (Answer, error) {
	return c.ask("srmPrepareToPut", putContent(surl, size))
}

// AskPutStatus is srmStatusOfPutRequest.
func (c *Connection) AskPutStatus(token string) (Answer, error) {
	return c.ask("srmStatusOfPutRequest", element("requestToken", token))
}

// AskPutDone is srmPutDone of one file.
func (c *Connection) AskPutDone(token, surl string) (Answer, error) {
	return c.ask("srmPutDone", element("requestToken", token)+array(surl))
}

// AskGet is srmPrepareToGet of one file.
func (c *Connection) AskGet(surl string) (Answer, error) {
	return c.ask("srmPrepareToGet", "<arrayOfFileRequests><requestArray>"+element("sourceSURL", surl)+
		"</requestArray></arrayOfFileRequests>"+protocols)
}

// AskGetStatus is srmStatusOfGetRequest.
func (c *Connection) AskGetStatus(token string) (Answer, error) {
	return c.ask("srmStatusOfGetRequest", element("requestToken", token))
}

// Release is srmReleaseFiles of one file.
func (c *Connection) Release(token, surl string) (Answer, error) {
	return c.ask("srmReleaseFiles", element("requestToken", token)+array(surl))
}

// Abort is srmAbortRequest.
func (c *Connection) Abort(token string) (Answer, error) {
	return c.ask("srmAbortRequest", element("requestToken", token))
}

// RequestTokens is srmGetRequestTokens of all the caller's requests.
func (c *Connection) RequestTokens() (Answer, error) {
	return c.ask("srmGetRequestTokens", "")
}

// AskMkdir is srmMkdir.
func (c *Connection) AskMkdir(surl string) (Answer, error) {
	return c.ask("srmMkdir", element("SURL", surl))
}

// AskRmdir is srmRmdir of an empty directory.
func (c *Connection) AskRmdir(surl string) (Answer, error) {
	return c.ask("srmRmdir", element("SURL", surl))
}

func (c *Connection) ask(operation, content string) (Answer, error) {
	_, answer, err := c.exchange(operation, content)
	return answer, err
}

func (c *Connection) exchange(operation, content string) ([]byte, Answer, error) {
	body, err := c.Post(envelope(operation, content))
	if err != nil {
		return nil, Answer{}, fmt.Errorf("%s: %w", operation, err)
	}
	answer, err := answerOf(body)
	if err != nil {
		return nil, Answer{}, fmt.Errorf("%s: %w", operation, err)
	}
	return body, answer, nil
}
