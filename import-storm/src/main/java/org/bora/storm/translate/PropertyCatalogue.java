package org.bora.storm.translate;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.storm.translate.Meaning.Count;
import org.bora.storm.translate.Meaning.Gone;
import org.bora.storm.translate.Meaning.Secret;
import org.bora.storm.translate.Meaning.Special;
import org.bora.storm.translate.Meaning.Time;

/**
 * Every key that StoRM 1.11 reads from storm.properties, or that its template contains. For the
 * names of 1.12 see {@link RenamedKeys}.
 */
final class PropertyCatalogue {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration YEARS = Duration.ofDays(3650);

  /** Keys without a counterpart, for the same reason. */
  private record Group(String why, List<String> keys) {}

  private static final List<Group> GONE =
      List.of(
          new Group(
              "frontend and backend speak gRPC: no such port and no such threads",
              List.of(
                  "synchcall.xmlrpc.unsecureServerPort",
                  "synchcall.xmlrpc.maxthread",
                  "synchcall.xmlrpc.max_queue_size",
                  "synchcall.xmlrpc.security.enabled",
                  "storm.commandserver.port",
                  "storm.service.FE-list.IPs")),
          new Group(
              "calls are done as they come, and the line in front is fair by itself: admission.*",
              List.of(
                  "scheduler.serial",
                  "scheduler.crusher.workerCorePoolSize",
                  "scheduler.crusher.workerMaxPoolSize",
                  "scheduler.crusher.queueSize",
                  "scheduler.chunksched.ptp.workerCorePoolSize",
                  "scheduler.chunksched.ptp.workerMaxPoolSize",
                  "scheduler.chunksched.ptp.queueSize",
                  "scheduler.chunksched.ptg.workerCorePoolSize",
                  "scheduler.chunksched.ptg.workerMaxPoolSize",
                  "scheduler.chunksched.ptg.queueSize",
                  "scheduler.chunksched.bol.workerCorePoolSize",
                  "scheduler.chunksched.bol.workerMaxPoolSize",
                  "scheduler.chunksched.bol.queueSize",
                  "scheduler.chunksched.copy.workerCorePoolSize",
                  "scheduler.chunksched.copy.workerMaxPoolSize",
                  "scheduler.chunksched.copy.queueSize")),
          new Group(
              "requests are not picked from a table: the first reply has the TURL",
              List.of(
                  "asynch.db.ReconnectPeriod",
                  "asynch.db.DelayPeriod",
                  "asynch.PickingInitialDelay",
                  "asynch.PickingTimeInterval",
                  "asynch.PickingMaxBatchSize",
                  "abort.maxloop")),
          new Group(
              "Bora has a database of its own: database.*; StoRM's is read by --db",
              List.of(
                  "storm.service.request-db.host",
                  "storm.service.request-db.username",
                  "storm.service.request-db.properties",
                  "persistence.internal-db.connection-pool.maxActive",
                  "persistence.internal-db.connection-pool.maxWait",
                  "persistence.internal-db.connection-pool")),
          new Group(
              "what is over ends by itself, and is cleared up by sweep.*",
              List.of(
                  "purging",
                  "purge.interval",
                  "purge.delay",
                  "purge.size",
                  "expired.inprogress.time",
                  "transit.interval",
                  "transit.delay",
                  "gc.pinnedfiles.cleaning.delay",
                  "gc.pinnedfiles.cleaning.interval")),
          new Group(
              "srmCopy is done by the GridFTP servers, and bounded by copy.*",
              List.of(
                  "asynch.srmclient.retrytime",
                  "asynch.srmclient.timeout",
                  "asynch.srmclient.sleeptime",
                  "asynch.srmclient.putdone.sleeptime",
                  "asynch.srmclient.putdone.timeout",
                  "asynch.gridftpclient",
                  "asynch.srmclient",
                  "SRM22Client.PinLifeTime")),
          new Group(
              "the tape system asks a library's own port: tape.libraries, docs/operate/recall-table.md",
              List.of(
                  "storm.rest.services.port",
                  "storm.rest.services.maxthread",
                  "storm.rest.services.maxthreads", // so its template says, and StoRM never reads
                  "storm.rest.services.max_queue_size",
                  "tape.recalltable.service.port",
                  "tape.recalltable.service.test-mode",
                  "tape.recalltable.service.param.retry-value",
                  "tape.recalltable.service.param.status",
                  "tape.recalltable.service.param.takeover",
                  "tape.support.enabled",
                  "tape.buffer.group.read",
                  "tape.buffer.group.write")),
          new Group(
              "used bytes are counted as they come and go, not found by du",
              List.of(
                  "storm.service.du.enabled",
                  "storm.service.du.parallelTasks",
                  "storm.service.du.delaySecs",
                  "storm.service.du.periodSecs",
                  "info.quota-check.enabled",
                  "info.quota.refresh.period")),
          new Group(
              "one file has the whole configuration; bora config check and reload look after it",
              List.of(
                  "namespace.filename",
                  "namespace.schema.filename",
                  "namespace.refreshrate",
                  "namespace.automatic-config-reload",
                  "authzdb.path",
                  "authzdb.refreshrate",
                  "storm.configuration.file",
                  "storm.configuration.refresh",
                  "storm.properties.version",
                  "sanity-check.enabled",
                  "bootstrap.fast.enabled",
                  "ping-properties.filename")),
          new Group(
              "every call is in the log and the audit log: logging.*, audit.*",
              List.of(
                  "health.electrocardiogram.period",
                  "health.performance.glance.timeInterval",
                  "health.performance.logbook.timeInterval",
                  "health.performance.mesauring.enabled",
                  "health.bookkeeping.enabled")),
          new Group(
              "TURLs are GridFTP's alone",
              List.of(
                  "extraslashes.file",
                  "extraslashes.rfio",
                  "extraslashes.root",
                  "http.turl_prefix")),
          new Group(
              "doors are watched by door-watch.*", List.of("server-pool.status-check.timeout")),
          new Group(
              "the Java of this machine decides",
              List.of(
                  "networkaddress.cache.ttl",
                  "networkaddress.cache.negative.ttl",
                  "java.net.preferIPv6Addresses")),
          new Group(
              "a put without a size takes its room with srmPutDone; nothing is guessed",
              List.of("fileSize.default")),
          new Group(
              "a listing begins where its client says, and goes one level down where it says nothing",
              List.of(
                  "synchcall.directoryManager.default.AllLevelRecursive",
                  "synchcall.directoryManager.default.Offset")),
          new Group(
              "an area's own space is in areas[].token",
              List.of("storm.service.defaultSpaceTokens")),
          new Group(
              "any SURL that names one of the hosts is this service's, with or without a port",
              List.of("storm.service.SURL.default-ports")),
          new Group(
              "a client that says nothing gets one",
              List.of("synchcall.directoryManager.default.Levels")));

  private static final Map<String, String> SECRET =
      Map.of(
          "synchcall.xmlrpc.security.token",
          "frontend and backend know each other by certificates: link.*",
          "storm.service.request-db.passwd",
          "Bora has a database of its own: database.*; StoRM's is read by --db");

  private static final List<String> SPECIAL =
      List.of(
          SpecialProperties.HOST,
          SpecialProperties.PORT,
          SpecialProperties.ENDPOINTS,
          SpecialProperties.ALIAS,
          "directory.automatic-creation",
          "directory.writeperm",
          "default.overwrite",
          "default.storagetype",
          "extraslashes.gsiftp",
          "ptg.skip-acl-setup",
          "griduser.mapper.classname");

  private static final Map<String, Meaning> KEPT =
      Map.of(
          "pinLifetime.default",
          new Time(
              List.of("requests.pin-default", "requests.put-pin-default"), SECOND, SECOND, YEARS),
          "pinLifetime.maximum",
          new Time(List.of("requests.pin-maximum"), SECOND, SECOND, YEARS),
          "fileLifetime.default",
          new Time(List.of("requests.file-lifetime-default"), SECOND, SECOND, Duration.ofDays(365)),
          "expired.request.time",
          new Time(List.of("sweep.retention"), SECOND, Duration.ofMinutes(1), YEARS),
          "asynch.srmcopy.gridftp.timeout",
          new Time(
              List.of("copy.answer-timeout"), Duration.ofMillis(1), SECOND, Duration.ofMinutes(10)),
          "synchcall.directoryManager.maxLsEntry",
          new Count("directories.entries-per-reply", 1, 100_000));

  private static final Map<String, Meaning> KEYS = keys();

  private PropertyCatalogue() {}

  private static Map<String, Meaning> keys() {
    Map<String, Meaning> keys = new HashMap<>(KEPT);
    GONE.forEach(group -> group.keys().forEach(key -> keys.put(key, new Gone(group.why()))));
    SECRET.forEach((key, why) -> keys.put(key, new Secret(why)));
    SPECIAL.forEach(key -> keys.put(key, new Special()));
    return Map.copyOf(keys);
  }

  /** Empty for a key that StoRM does not have. */
  static Optional<Meaning> of(String key) {
    return Optional.ofNullable(KEYS.get(key));
  }
}
