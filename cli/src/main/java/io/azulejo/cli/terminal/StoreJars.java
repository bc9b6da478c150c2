package io.azulejo.cli.terminal;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stores that the program does not bring itself: their jars lie in a folder {@code stores} beside
 * the program, or in one that the variable {@code AZULEJO_STORES} names. What the program has
 * itself goes before what is in them.
 */
public final class StoreJars {
  private static final String VARIABLE = "AZULEJO_STORES";
  private static final String FOLDER = "stores";

  /** As the engine says it of a store that is not there. */
  private static final String NEEDED = "needs the module (azulejo-[a-z0-9]+) on the class path";

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

  /** What is said of a store that is not there, with the place for its jar. */
  static String withPlace(String text) {
    Matcher needed = Pattern.compile(NEEDED).matcher(text);
    return needed.find()
        ? text.substring(0, needed.start())
            + "needs %s-%s-store.jar in the folder %s"
                .formatted(needed.group(1), Build.version(), folder())
            + text.substring(needed.end())
        : text;
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
