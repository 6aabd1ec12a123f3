package org.bora.storm.webdav;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The keys of StoRM WebDAV's application.yml, and the variables that set them. Keys are compared as
 * Spring does, without case and dashes.
 */
final class DavKeys {
  static final String PORT = "storm.connector.secureport";
  static final String REFRESH = "oauth.refreshperiodminutes";
  static final String LIFETIME = "storm.authzserver.maxtokenlifetimesec";
  static final String TRUST = "storm.tls.trustanchorsdir";
  static final String VOMSDIR = "storm.voms.truststore.dir";
  static final String VO_MAPS = "storm.vomapfiles.enabled";
  private static final String HOSTS = "storm.hostnames[";

  private static final Set<String> USED = Set.of(PORT, REFRESH, LIFETIME, TRUST, VOMSDIR, VO_MAPS);

  private static final String VARIABLE = "storm_webdav_";

  /** Variables that set what Bora has too. */
  private static final Map<String, String> VARIABLES =
      Map.of(
          "https_port", PORT,
          "oauth_refresh_period_minutes", REFRESH,
          "authz_server_max_token_lifetime_sec", LIFETIME,
          "trust_anchors_dir", TRUST,
          "voms_trust_store_dir", VOMSDIR,
          "vo_map_files_enable", VO_MAPS);

  private static final Map<String, String> GONE = new Gone().reasons();

  /** Beginnings, where the whole section has one reason. */
  private static final List<String> SECTIONS =
      List.of("spring.", "management.", "logging.", "server.");

  private DavKeys() {}

  /** A key as Spring compares it. */
  static String plain(String key) {
    return key.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
  }

  /** The key that a variable sets, or the variable itself. */
  static String ofVariable(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!lower.startsWith(VARIABLE)) {
      return lower;
    }
    String rest = lower.substring(VARIABLE.length());
    return rest.matches("hostname_\\d+")
        ? HOSTS + rest.substring("hostname_".length()) + "]"
        : VARIABLES.getOrDefault(rest, rest);
  }

  static boolean isUsed(String key) {
    return USED.contains(key) || key.startsWith(HOSTS);
  }

  /** Why nothing stands for it. */
  static Optional<String> whyGone(String key) {
    if (SECTIONS.stream().anyMatch(key::startsWith)) {
      return Optional.of("it is a setting of Spring Boot, on which StoRM WebDAV runs");
    }
    return Optional.ofNullable(GONE.get(key));
  }

  /** Keys without a counterpart. */
  private static final class Gone {
    private final Map<String, String> reasons = new HashMap<>();

    Map<String, String> reasons() {
      add("Bora has no HTTP without TLS", "http_port storm.connector.port");
      add(
          "connections.* and admission.transfers.* limit connections and transfers",
          "min_connections max_connections max_queue_size connector_max_idle_time server_max_idle_time"
              + " storm.connector.minconnections storm.connector.maxconnections"
              + " storm.connector.maxqueuesize storm.connector.maxidletimemsec"
              + " storm.server.maxidletimemsec");
      add(
          "admission.transfers.streams limits the connections of third-party copies",
          "tpc_max_connections tpc_max_connections_per_route tpc.maxconnections"
              + " tpc.maxconnectionsperroute");
      add(
          "Bora always verifies checksums, unless the client says RequireChecksumVerification: false",
          "tpc_verify_checksum checksum_filter_enabled tpc.verifychecksum storm.checksumfilter.enabled"
              + " storm.checksumstrategy");
      add(
          "third-party copies have no such setting in Bora",
          "tpc_tls_protocol tpc_timeout_in_secs tpc_report_delay_secs tpc_enable_tls_client_auth"
              + " tpc_progress_report_thread_pool_size tpc_enable_expect_continue_threshold"
              + " tpc.tlsprotocol tpc.timeoutinsecs tpc.reportdelaysecs tpc.enabletlsclientauth"
              + " tpc.progressreportthreadpoolsize tpc.enableexpectcontinuethreshold"
              + " tpc.httpclientsocketbuffersize tpc.useconscrypt tpc_use_conscrypt");
      add(
          "name the copies for Bora's account in credentials: docs/operate/install.md",
          "certificate_path private_key_path storm.tls.certificatepath storm.tls.privatekeypath");
      add(
          "callers show a certificate, a token or a macaroon",
          "require_client_cert storm.tls.requireclientcert");
      add(
          "Bora issues macaroons (docs/operate/http.md); their secret is in its database",
          "authz_server_enable authz_server_issuer authz_server_secret macaroon_filter_enabled"
              + " storm.authzserver.enabled storm.authzserver.issuer storm.authzserver.secret"
              + " storm.macaroonfilter.enabled");
      add(
          "Bora reads it without such a setting",
          "trust_anchors_refresh_interval voms_trust_store_refresh_interval_sec voms_cache_enable"
              + " voms_cache_entry_lifetime_sec vo_map_files_refresh_interval"
              + " oauth_refresh_timeout_seconds storm.tls.trustanchorsrefreshintervalsecs"
              + " storm.voms.truststore.refreshintervalsec storm.voms.cache.enabled"
              + " storm.voms.cache.entrylifetimesec storm.vomapfiles.refreshintervalsec"
              + " oauth.refreshtimeoutseconds");
      add("the files of sa.d in the directory given were read", "sa_config_dir storm.sa.configdir");
      add("Bora has no VO map files", "vo_map_files_config_dir storm.vomapfiles.configdir");
      add(
          "Bora serves the Tape REST API itself",
          "tape_wellknown_source storm.tape.wellknown.source");
      add(
          "SciTags need endpoint.scitags-collectors alone",
          "scitags_enabled storm.scitags.enabled");
      add(
          "users log in with a certificate, a proxy or a token, not in a browser",
          "oauth.enableoidc");
      add(
          "a balancer in front of Bora is in connections.balancers",
          "nginx_enabled storm.nginx.enabled");
      add(
          "doors redirect clients by endpoint.redirect-host",
          "storm.redirector.enabled storm.redirector.maxtokenlifetime");
      add("Bora always checks the rules", "storm.authz.disabled");
      add(
          "it is about StoRM WebDAV's own process",
          "user jvm_opts server_address jar log out err log_configuration access_log_configuration"
              + " use_conscrypt enable_http2 tls_protocol connector_acceptors connector_selectors"
              + " buffer_file_buffer_size_bytes server_shutdown storm.tls.useconscrypt"
              + " storm.tls.enablehttp2 storm.tls.protocol storm.connector.jettyacceptors"
              + " storm.connector.jettyselectors storm.connector.outputbuffersizebytes"
              + " storm.buffer.filebuffersizebytes storm.accesslogconfigurationpath");
      return Map.copyOf(reasons);
    }

    private void add(String why, String keys) {
      for (String key : keys.split(" ", -1)) {
        reasons.put(key, why);
      }
    }
  }
}
