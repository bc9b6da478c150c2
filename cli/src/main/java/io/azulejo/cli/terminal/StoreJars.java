package io.azulejo.cli.terminal;

import io.azulejo.error.InvalidRequestException;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;

/**
 * Stores that the program does not bring itself: their jars lie in a folder {@code stores} beside
 * the program, or in one that the variable {@code AZULEJO_STORES} names. What the program has
 * itself goes before what is in them.
 */
public final class StoreJars {
  private static final String VARIABLE = "AZULEJO_STORES";
  private static final String FOLDER = "stores";

  private StoreJars() {}

  /**
   * Has the engines that this thread makes, and the threads that it starts, find the stores. Every
   * command calls this: where there are none it costs a look at a folder, and loads no class.
   */
  public static void find() {
    File[] files = folder().listFiles();
    if (files != null && files.length > 0) {
      // Open until the process ends: any class of a store may be needed until then.
      Thread.currentThread().setContextClassLoader(Loader.of(files));
    }
  }

  /** A class of its own, as the check of its code loads further classes. */
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

  /** Where the jar of a store that is missing belongs, as the end of a sentence. */
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
    // The program's jar is all of its class path; in a runtime image there is none.
    String jar = System.getProperty("java.class.path");
    return jar.isEmpty()
        ? new File(System.getProperty("java.home"), FOLDER)
        : new File(new File(jar).getAbsoluteFile().getParentFile(), FOLDER);
  }
}
