package client

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

const (
	opening = `<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope ` +
		`xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" ` +
		`xmlns:srm="http://srm.lbl.gov/StorageResourceManager"><SOAP-ENV:Body>`
	closing   = `</SOAP-ENV:Body></SOAP-ENV:Envelope>`
	protocols = "<transferParameters><arrayOfTransferProtocols><stringArray>gsiftp</stringArray>" +
		"</arrayOfTransferProtocols></transferParameters>"
)

// Reply is what the calls here need of any SRM reply.
type Reply struct {
	Code        string // for example SRM_SUCCESS
	Explanation string
	Token       string
	Files       []File
}

// File is the state of one file in a reply.
type File struct {
	Surl        string
	Code        string
	Explanation string
	Turl        string
}

// Pending tells whether the request has to be asked for again.
func (r *Reply) Pending() bool {
	return r.Code == "SRM_REQUEST_QUEUED" || r.Code == "SRM_REQUEST_INPROGRESS"
}

// Ping is srmPing; it returns versionInfo.
func (c *Connection) Ping() (string, error) {
	body, err := c.Post(pingEnvelope)
	if err != nil {
		return "", err
	}
	// Parsing XML here would be a fifth of the load client's work.
	const tag = "versionInfo>"
	from := bytes.Index(body, []byte(tag))
	if from < 0 {
		return "", failed(Malformed, fmt.Errorf("no versionInfo in the reply to srmPing: %s", body))
	}
	rest := body[from+len(tag):]
	return string(rest[:bytes.IndexByte(rest, '<')]), nil
}

var pingEnvelope = envelope("srmPing", "")

// PrepareToPut asks where one file may be written; the size is sent as expectedFileSize.
func (c *Connection) PrepareToPut(surl string, size int) (*Reply, error) {
	return c.call("srmPrepareToPut", putContent(surl, size))
}

func putContent(surl string, size int) string {
	return "<arrayOfFileRequests><requestArray>" + element("targetSURL", surl) +
		element("expectedFileSize", strconv.Itoa(size)) + "</requestArray></arrayOfFileRequests>" +
		"<desiredFileStorageType>PERMANENT</desiredFileStorageType>" + protocols
}

// StatusOfPut asks for the state of an earlier srmPrepareToPut.
func (c *Connection) StatusOfPut(token string) (*Reply, error) {
	return c.call("srmStatusOfPutRequest", element("requestToken", token))
}

// PutDone says that one file has been written.
func (c *Connection) PutDone(token, surl string) (*Reply, error) {
	return c.call("srmPutDone", element("requestToken", token)+array(surl))
}

// Mkdir makes one directory.
func (c *Connection) Mkdir(surl string) (*Reply, error) {
	return c.call("srmMkdir", element("SURL", surl))
}

// Rmdir removes a directory and what is below it.
func (c *Connection) Rmdir(surl string) (*Reply, error) {
	return c.call("srmRmdir", element("SURL", surl)+"<recursive>true</recursive>")
}

func (c *Connection) call(operation, content string) (*Reply, error) {
	body, err := c.Post(envelope(operation, content))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", operation, err)
	}
	reply, err := parseReply(body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", operation, err)
	}
	return reply, nil
}

func envelope(operation, content string) []byte {
	return []byte(opening + "<srm:" + operation + "><" + operation + "Request>" + content +
		"</" + operation + "Request></srm:" + operation + ">" + closing)
}

func array(surl string) string {
	return "<arrayOfSURLs>" + element("urlArray", surl) + "</arrayOfSURLs>"
}

func element(name, text string) string {
	var escaped strings.Builder
	// writing to a Builder cannot fail
	_ = xml.EscapeText(&escaped, []byte(text))
	return "<" + name + ">" + escaped.String() + "</" + name + ">"
}

type status struct {
	Code        string `xml:"statusCode"`
	Explanation string `xml:"explanation"`
}

type fileStatus struct {
	PutSurl string `xml:"SURL"`
	Surl    string `xml:"surl"`
	Status  status `xml:"status"`
	Turl    string `xml:"transferURL"`
}

type response struct {
	Status status       `xml:"returnStatus"`
	Token  string       `xml:"requestToken"`
	Files  []fileStatus `xml:"arrayOfFileStatuses>statusArray"`
}

// parseReply takes the first element with a returnStatus: Envelope > Body > srmXResponse > srmXResponse.
func parseReply(body []byte) (*Reply, error) {
	var parsed struct {
		Body struct {
			Wrapper struct {
				Response struct {
					response
				} `xml:",any"`
			} `xml:",any"`
		} `xml:"Body"`
	}
	if err := xml.Unmarshal(body, &parsed); err != nil {
		return nil, err
	}
	found := parsed.Body.Wrapper.Response.response
	if found.Status.Code == "" {
		return nil, fmt.Errorf("no returnStatus in the reply: %s", body)
	}
	reply := &Reply{Code: found.Status.Code, Explanation: found.Status.Explanation, Token: found.Token}
	for _, file := range found.Files {
		surl := file.PutSurl
		if surl == "" {
			surl = file.Surl
		}
		reply.Files = append(reply.Files, File{
			Surl: surl, Code: file.Status.Code, Explanation: file.Status.Explanation, Turl: file.Turl,
		})
	}
	return reply, nil
}

// PingEnvelope is what Ping sends, for other clients to send too.
func PingEnvelope() []byte {
	return append([]byte(nil), pingEnvelope...)
}
