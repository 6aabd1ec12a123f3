package org.bora.storm.translate;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keys of StoRM 1.12, which renamed most keys, and their counterparts in 1.11. Its
 * documentation and its converter disagree about some names, so this class has both.
 */
final class RenamedKeys {
  private static final Pattern ENDPOINT = Pattern.compile("srm_endpoints\\[(\\d+)]\\.(host|port)");

  /** Lines of "new name, old name"; in the order of StoRM's documentation. */
  private static final String NAMES =
      """
      version storm.properties.version
      db.username storm.service.request-db.username
      db.password storm.service.request-db.passwd
      db.hostname storm.service.request-db.host
      db.port storm.service.request-db.host
      db.properties storm.service.request-db.properties
      db.pool.size persistence.internal-db.connection-pool.maxActive
      db.pool.min_idle persistence.internal-db.connection-pool
      db.pool.max_wait_millis persistence.internal-db.connection-pool.maxWait
      db.pool.test_on_borrow persistence.internal-db.connection-pool
      db.pool.test_while_idle persistence.internal-db.connection-pool
      rest.port storm.rest.services.port
      rest.max_threads storm.rest.services.maxthread
      rest.max_queue_size storm.rest.services.max_queue_size
      sanity_checks_enabled sanity-check.enabled
      xmlrpc.port synchcall.xmlrpc.unsecureServerPort
      xmlrpc.max_threads synchcall.xmlrpc.maxthread
      xmlrpc.max_queue_size synchcall.xmlrpc.max_queue_size
      security_enabled synchcall.xmlrpc.security.enabled
      security_token synchcall.xmlrpc.security.token
      security.enabled synchcall.xmlrpc.security.enabled
      security.token synchcall.xmlrpc.security.token
      du.enabled storm.service.du.enabled
      du.enable_parallel_tasks storm.service.du.parallelTasks
      du.parallel_tasks_enabled storm.service.du.parallelTasks
      du.initial_delay storm.service.du.delaySecs
      du.tasks_interval storm.service.du.periodSecs
      directories.automatic_creation directory.automatic-creation
      directories.enable_automatic_creation directory.automatic-creation
      directories.writeperm directory.writeperm
      directories.enable_writeperm_on_creation directory.writeperm
      pinlifetime.default pinLifetime.default
      pinlifetime.maximum pinLifetime.maximum
      gc_pinnedfiles_cleaning_delay gc.pinnedfiles.cleaning.delay
      gc_pinnedfiles_cleaning_interval gc.pinnedfiles.cleaning.interval
      expired_spaces_agent.delay gc.pinnedfiles.cleaning.delay
      expired_spaces_agent.interval gc.pinnedfiles.cleaning.interval
      files.default_filesize fileSize.default
      files.default_size fileSize.default
      files.default_lifetime fileLifetime.default
      files.default_overwrite default.overwrite
      files.default_storagetype default.storagetype
      requests_scheduler.core_pool_size scheduler.crusher.workerCorePoolSize
      requests_scheduler.max_pool_size scheduler.crusher.workerMaxPoolSize
      requests_scheduler.queue_size scheduler.crusher.queueSize
      ptp_scheduler.core_pool_size scheduler.chunksched.ptp.workerCorePoolSize
      ptp_scheduler.max_pool_size scheduler.chunksched.ptp.workerMaxPoolSize
      ptp_scheduler.queue_size scheduler.chunksched.ptp.queueSize
      ptg_scheduler.core_pool_size scheduler.chunksched.ptg.workerCorePoolSize
      ptg_scheduler.max_pool_size scheduler.chunksched.ptg.workerMaxPoolSize
      ptg_scheduler.queue_size scheduler.chunksched.ptg.queueSize
      bol_scheduler.core_pool_size scheduler.chunksched.bol.workerCorePoolSize
      bol_scheduler.max_pool_size scheduler.chunksched.bol.workerMaxPoolSize
      bol_scheduler.queue_size scheduler.chunksched.bol.queueSize
      requests_picker_agent.delay asynch.PickingInitialDelay
      requests_picker_agent.interval asynch.PickingTimeInterval
      requests_picker_agent.max_fetched_size asynch.PickingMaxBatchSize
      synch_ls.max_entries synchcall.directoryManager.maxLsEntry
      synch_ls.default_all_level_recursive synchcall.directoryManager.default.AllLevelRecursive
      synch_ls.default_num_levels synchcall.directoryManager.default.Levels
      synch_ls.default_offset synchcall.directoryManager.default.Offset
      completed_requests_agent.enabled purging
      completed_requests_agent.delay purge.delay
      completed_requests_agent.interval purge.interval
      completed_requests_agent.purge_size purge.size
      completed_requests_agent.purge_age expired.request.time
      inprogress_requests_agent.delay transit.delay
      inprogress_requests_agent.interval transit.interval
      inprogress_requests_agent.ptp_expiration_time expired.inprogress.time
      skip_ptg_acl_setup ptg.skip-acl-setup
      hearthbeat.bookkeeping_enabled health.bookkeeping.enabled
      hearthbeat.performance_measuring_enabled health.performance.mesauring.enabled
      hearthbeat.period health.electrocardiogram.period
      hearthbeat.performance_logbook_time_interval health.performance.logbook.timeInterval
      hearthbeat.performance_glance_time_interval health.performance.glance.timeInterval
      info_quota_refresh_period info.quota.refresh.period
      http_turl_prefix http.turl_prefix
      server_pool_status_check_timeout server-pool.status-check.timeout
      abort_maxloop abort.maxloop
      ping_properties_filename ping-properties.filename
      """;

  private static final Map<String, String> OLD = old();

  private RenamedKeys() {}

  private static Map<String, String> old() {
    Map<String, String> old = new HashMap<>();
    NAMES.lines().map(line -> line.split(" ", -1)).forEach(names -> old.put(names[0], names[1]));
    return Map.copyOf(old);
  }

  /**
   * Whether a file with this key is in the form of 1.12, of which the last of equal keys counts.
   */
  static boolean isOfNewForm(String key) {
    return key.equals("version") || ENDPOINT.matcher(key).matches();
  }

  /**
   * The key of 1.11 with the same meaning; the key itself if 1.12 does not have it. The first
   * endpoint is the public one; ports of others are ignored.
   */
  static String old(String key) {
    Matcher endpoint = ENDPOINT.matcher(key);
    if (!endpoint.matches()) {
      return Optional.ofNullable(OLD.get(key)).orElse(key);
    }
    boolean first = Integer.parseInt(endpoint.group(1)) == 0;
    if (endpoint.group(2).equals("host")) {
      return first ? SpecialProperties.HOST : SpecialProperties.ALIAS;
    }
    return first ? SpecialProperties.PORT : "storm.service.SURL.default-ports";
  }

  /** All new names that have an old one; for tests. */
  static Map<String, String> all() {
    return OLD;
  }
}
