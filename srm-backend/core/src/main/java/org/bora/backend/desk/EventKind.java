package org.bora.backend.desk;

/**
 * What happens to a request or to some of its files. Programs read the name, people the text. A
 * later release may add kinds.
 */
public enum EventKind {
  /** The client sent the request. */
  ASKED_FOR("asked for"),
  /** A caller or an administrator aborted files, or the whole request. */
  ABORTED("aborted"),
  /** A caller released files, pinned or waiting. */
  RELEASED("released"),
  /** A caller extended pins, or the deadline of srmPutDone. */
  EXTENDED("extended"),
  /** The owner suspended the request. */
  SUSPENDED("suspended"),
  /** The owner resumed the request. */
  RESUMED("resumed"),
  /** Another caller than the owner stored files by srmPutDone. */
  PUT_DONE("srmPutDone"),
  /** Work on files began. */
  BEGUN("begun"),
  /** Files began to come from tape. */
  TAPE_READ("tape began to be read"),
  /** Files were pinned. */
  PINNED("pinned"),
  /** Files were refused, with a status. */
  REFUSED("refused"),
  /** Files were given up while they waited for a pin. */
  WITHDRAWN("given up before it was pinned"),
  /** Files still waited for a pin when the total request time ended. */
  NOT_PINNED("not pinned when the total request time ended"),
  /** Pins ended before their time. */
  PIN_ENDED("the pin ended by an abort, or because its file was removed"),
  /** Files were stored. */
  STORED("stored after srmPutDone"),
  /** The service found that the time for srmPutDone was over. */
  OVERDUE("found to be over"),
  /** Puts ended without a file. */
  PUT_ENDED("given up by an abort, or because its name was removed"),
  /** The time for srmPutDone ended. */
  PUT_EXPIRED("given up because srmPutDone had not come"),
  /** The time for srmPutDone will end. */
  PUT_DUE("given up unless srmPutDone has come"),
  /** The service will stop waiting for files. */
  WAIT_DUE("waited for no longer"),
  /** Pins end, or ended, at their time. */
  PIN_DUE("the pin ends"),
  /** The total request time will end. */
  REQUEST_DUE("the total request time ends");

  private final String text;

  EventKind(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
