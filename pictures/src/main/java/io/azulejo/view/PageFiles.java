package io.azulejo.view;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The files of the page, which are resources of this package, and the files of uPlot, from its
 * WebJar.
 */
final class PageFiles {
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/";

  /** The allowed files by name. The server returns no other resources of the class path. */
  private static final Map<String, String> RESOURCES =
      new HashMap<>(
          Map.of(
              "", "index.html",
              "uplot.js", UPLOT + "dist/uPlot.iife.min.js",
              "uplot.css", UPLOT + "dist/uPlot.min.css",
              "uplot-license.txt", UPLOT + "LICENSE"));

  static {
    String own =
        """
        app.css icon.svg api.js app.js axes.js colors.js condition.js dom.js equivalent.js format.js
        gestures.js keys.js labels.js painting.js plot.js schema.js state.js table.js tiles.js
        timeline.js tree.js\
        """;
    Stream.of(own.split("\\s")).forEach(name -> RESOURCES.put(name, name));
  }

  private static final Map<String, File> LOADED = new ConcurrentHashMap<>();

  private PageFiles() {}

  /**
   * A file of the page.
   *
   * @param type the media type
   * @param bytes the content; must not be modified
   */
  record File(String type, byte[] bytes) {}

  /** Returns a file by name, or null if the page has none of this name. */
  static File find(String name) {
    return RESOURCES.containsKey(name) ? LOADED.computeIfAbsent(name, PageFiles::load) : null;
  }

  /** Returns the names of all files. */
  static Iterable<String> names() {
    return RESOURCES.keySet();
  }

  private static File load(String name) {
    String resource = RESOURCES.get(name);
    try (InputStream in = PageFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the file " + resource + " of the page is missing");
      }
      return new File(type(resource), in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String type(String resource) {
    if (resource.endsWith(".js")) {
      return "text/javascript; charset=utf-8";
    }
    if (resource.endsWith(".css")) {
      return "text/css; charset=utf-8";
    }
    if (resource.endsWith(".svg")) {
      return "image/svg+xml";
    }
    return resource.endsWith(".html") ? "text/html; charset=utf-8" : "text/plain; charset=utf-8";
  }
}
