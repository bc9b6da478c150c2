package io.azulejo.cli.terminal;

import io.azulejo.error.InvalidRequestException;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;

/**
 * Loads optional stores from JAR files. The files are in the folder named by {@code AZULEJO_STORES}
 * (default: {@code stores} next to the program). The program's own classes take precedence over
 * classes in the JAR files.
 */
public final class StoreJars {
  private static final String VARIABLE = "AZULEJO_STORES";
  private static final String FOLDER = "stores";

  private StoreJars() {}

  /**
   * Makes the stores available to engines that this thread or its child threads create. The program
   * calls this method at each start. If the folder has no files, it loads no further classes.
   */
  public static void find() {
    File[] files = folder().listFiles();
    if (files != null && files.length > 0) {
      // The class loader is never closed, because classes of a store may be needed at any time.
      Thread.currentThread().setContextClassLoader(Loader.of(files));
    }
  }

  /**
   * Creates the class loader. This is a separate class because verifying it loads further classes.
   */
  private static final class Loader {
    static ClassLoader of(File[] files) {
      URL[] urls =
          Arrays.stream(files)
              .filter(file -> file.getName().endsWith(".jar"))
              .sorted()
              .map(Loader::url)
              .toArray(URL[]::new);
      return new URLClassLoader(urls, StoreJars.class.getClassLoader());
    }

    private static URL url(File file) {
      try {
        return file.toURI().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * Returns advice on where to put the JAR file of a missing store, to append to the error message.
   * It is empty if the failure has another reason.
   */
  static String advice(InvalidRequestException failure) {
    return failure
        .missingModule()
        .map(m -> "; put %s-%s-store.jar in the folder %s".formatted(m, Build.version(), folder()))
        .orElse("");
  }

  private static File folder() {
    String named = System.getenv(VARIABLE);
    if (named != null && !named.isEmpty()) {
      return new File(named);
    }
    // The class path is only the program's JAR; a runtime image has no class path.
    String jar = System.getProperty("java.class.path");
    return jar.isEmpty()
        ? new File(System.getProperty("java.home"), FOLDER)
        : new File(new File(jar).getAbsoluteFile().getParentFile(), FOLDER);
  }
}
