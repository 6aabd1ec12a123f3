package org.bora.server.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.admin.AdminRoute;
import org.bora.backend.authorise.AllowedVos;
import org.bora.backend.space.AreaReport;
import org.bora.frontend.soap.SrmServlet;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.gridftp.watch.GridFtpServers;
import org.bora.gridftp.watch.ServerHealth;
import org.bora.server.config.AreaSettings;
import org.bora.server.config.Configuration;
import org.bora.server.config.EndpointSettings;
import org.bora.server.config.EndpointSettings.HttpTurls;
import org.bora.server.config.FrontendSettings;
import org.bora.server.publish.AreaTerms;
import org.bora.server.publish.Picture;
import org.bora.server.publish.PublishRoutes;
import org.bora.server.publish.StorageService;
import org.bora.server.publish.StorageService.Endpoint;
import org.bora.server.publish.StorageService.Protocol;

/** What a running backend publishes to the grid, from its figures and its configuration. */
final class PublishParts {
  private static final int USUAL_PORT = 8444;

  private final AtomicReference<Configuration> inForce;
  private final int port;
  private final OptionalInt httpPort;
  private final AreaReport figures;
  private final GridFtpServers gridFtp;

  /**
   * Identifiers of the areas' filesystems, read once, because later they may hang. Only of whole
   * filesystems.
   */
  private final Map<String, OptionalLong> devices = new HashMap<>();

  /**
   * Looks at the areas, which are open by now.
   *
   * @param port of SRM; empty where frontends elsewhere choose it
   * @param httpPort of HTTP, here or of doors elsewhere; empty where HTTP is not spoken
   */
  PublishParts(
      Configuration configuration,
      OptionalInt port,
      OptionalInt httpPort,
      AreaReport figures,
      GridFtpServers gridFtp) {
    this.inForce = new AtomicReference<>(configuration);
    this.port = port.orElse(USUAL_PORT);
    this.httpPort = httpPort;
    this.figures = figures;
    this.gridFtp = gridFtp;
    configuration.areas().forEach(area -> devices.put(area.name(), device(area.root())));
  }

  /**
   * XFS, ext4 and GlusterFS show of a directory with a quota the quota's size and room, which it
   * does not share: it is known by another size than that of the filesystem's own root.
   */
  static OptionalLong device(Path area) {
    try {
      Path top = area.toRealPath();
      Object device = Files.getAttribute(top, "unix:dev");
      while (top.getParent() != null
          && device.equals(Files.getAttribute(top.getParent(), "unix:dev"))) {
        top = top.getParent();
      }
      long all = Files.getFileStore(top).getTotalSpace();
      // those that count their size anew each time may have changed in between
      boolean whole = Math.abs(all - Files.getFileStore(area).getTotalSpace()) <= all / 1000;
      return whole && device instanceof Long number
          ? OptionalLong.of(number)
          : OptionalLong.empty();
    } catch (IOException | UnsupportedOperationException unknown) {
      return OptionalLong.empty();
    }
  }

  List<AdminRoute> routes() {
    return new PublishRoutes(this::now).all();
  }

  /** Rules and the site's description can change. */
  Reload.Part part() {
    return next -> () -> inForce.set(next);
  }

  private StorageService now() {
    Configuration configuration = inForce.get();
    Map<String, AreaTerms> terms = new HashMap<>();
    for (AreaSettings area : configuration.areas()) {
      terms.put(
          area.name(),
          new AreaTerms(
              area.aliases(),
              AllowedVos.of(area.rules()),
              area.fileTypes(),
              devices.getOrDefault(area.name(), OptionalLong.empty())));
    }
    Picture picture =
        new Picture(
            configuration.site(), configuration.endpoint().host(), FrontendSettings.VERSION, terms);
    return picture.of(figures.now(), endpoints(configuration.endpoint()));
  }

  private List<Endpoint> endpoints(EndpointSettings srm) {
    List<Endpoint> endpoints = new ArrayList<>();
    String address = bracketed(srm.host()) + ":" + port;
    endpoints.add(
        new Endpoint(
            "srm", "httpg://" + address + SrmServlet.PATH, Protocol.SRM, Optional.empty()));
    for (ServerHealth health : gridFtp.health()) {
      GridFtpEndpoint server = health.server();
      String at = bracketed(server.host()) + ":" + server.port();
      endpoints.add(
          new Endpoint(
              "gridftp " + at,
              server.protocol() + "://" + at + server.prefix() + "/",
              Protocol.GRIDFTP,
              health.healthy() ? Optional.empty() : Optional.of(health.reason())));
    }
    if (httpPort.isPresent()) {
      String at = "://" + bracketed(srm.host()) + ":" + httpPort.getAsInt() + "/";
      endpoints.add(new Endpoint("webdav", "davs" + at, Protocol.WEBDAV, Optional.empty()));
      if (srm.httpTurls() != HttpTurls.NONE) {
        endpoints.add(new Endpoint("https", "https" + at, Protocol.HTTPS, Optional.empty()));
      }
    }
    return endpoints;
  }

  private static String bracketed(String host) {
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }
}
