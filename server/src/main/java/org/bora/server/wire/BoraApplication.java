package org.bora.server.wire;

import java.util.List;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;

/**
 * Bora as a Spring Boot application (docs/adr/0047). Its beans are those that one registrar makes
 * by constructor calls: nothing is scanned, injected into fields or configured by what is on the
 * class path. Log, signals and the configuration file remain our own.
 */
public final class BoraApplication extends SpringApplication {
  private final BeanRegistrar beans;

  public BoraApplication(BeanRegistrar beans) {
    super(beans.getClass());
    this.beans = beans;
    setApplicationContextFactory(type -> new GenericApplicationContext());
    setWebApplicationType(WebApplicationType.NONE);
    setBannerMode(Banner.Mode.OFF);
    setLogStartupInfo(false);
    setRegisterShutdownHook(false);
    setAddCommandLineProperties(false);
    setEnvironment(new Closed());
    // these set up a log, read application.properties, and print reports
    setListeners(List.of());
    setInitializers(List.of());
  }

  /**
   * Ignores Spring's own settings, so that no SPRING_MAIN_... variable changes this application.
   */
  private static final class Closed extends StandardEnvironment {
    @Override
    protected void customizePropertySources(MutablePropertySources sources) {
      // neither system properties nor environment variables
    }
  }

  /** In place of what reads annotations. */
  @Override
  protected void load(ApplicationContext context, Object[] sources) {
    ((GenericApplicationContext) context).register(beans);
  }
}
