package org.bora.server.wire;

/**
 * The order in which a process starts. It stops in the opposite order, so that clients are told
 * first and the audit log is closed after the last thing that writes to it. A role leaves out the
 * phases that it does not need.
 */
enum Phase {
  /** The configuration is compared with the machine. Nothing is open yet. */
  CHECK(100),

  /** All in one: the lock of the working directory, the pid file, the ports that are held. */
  HOME(200),

  /** All in one: the database and the GridFTP server that run as child processes. */
  CHILDREN(300),

  /** Threads, audit log, metrics and traces. */
  PROCESS(400),

  /** Connections to the database, its schema, the presence of this backend. */
  DATABASE(500),

  /** Storage areas; GridFTP servers are watched from here on at the latest. */
  STORAGE(600),

  /** Operations, and the work that a backend does without calls: sweep, recalls, copies. */
  ENGINE(700),

  /** What carries calls between the halves: the gRPC server, the pool of backends, or neither. */
  LINK(800),

  /** The SRM port and its health port: clients are served. Stopping drains them. */
  DOOR(900),

  /** Figures for other processes, the administrators' port. */
  ADMIN(1000),

  /** The socket for commands on this machine, if the role is a separate process. */
  COMMANDS(1100);

  private final int number;

  Phase(int number) {
    this.number = number;
  }

  /** What Spring orders by. */
  int number() {
    return number;
  }
}
