package io.azulejo.view;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files of the page, which lie beside this class, and those of uPlot, which lie in its WebJar.
 */
final class PageFiles {
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/";

  /** Whose names are not here is not handed out, whatever lies on the class path. */
  private static final Map<String, String> RESOURCES =
      Map.ofEntries(
          Map.entry("", "index.html"),
          Map.entry("app.css", "app.css"),
          Map.entry("app.js", "app.js"),
          Map.entry("api.js", "api.js"),
          Map.entry("axes.js", "axes.js"),
          Map.entry("colors.js", "colors.js"),
          Map.entry("condition.js", "condition.js"),
          Map.entry("dom.js", "dom.js"),
          Map.entry("equivalent.js", "equivalent.js"),
          Map.entry("format.js", "format.js"),
          Map.entry("gestures.js", "gestures.js"),
          Map.entry("keys.js", "keys.js"),
          Map.entry("labels.js", "labels.js"),
          Map.entry("painting.js", "painting.js"),
          Map.entry("plot.js", "plot.js"),
          Map.entry("schema.js", "schema.js"),
          Map.entry("state.js", "state.js"),
          Map.entry("table.js", "table.js"),
          Map.entry("tiles.js", "tiles.js"),
          Map.entry("timeline.js", "timeline.js"),
          Map.entry("tree.js", "tree.js"),
          Map.entry("icon.svg", "icon.svg"),
          Map.entry("uplot.js", UPLOT + "dist/uPlot.iife.min.js"),
          Map.entry("uplot.css", UPLOT + "dist/uPlot.min.css"),
          Map.entry("uplot-license.txt", UPLOT + "LICENSE"));

  private static final Map<String, File> LOADED = new ConcurrentHashMap<>();

  private PageFiles() {}

  /**
   * A file.
   *
   * @param type its media type
   * @param bytes what is in it; nobody may change it
   */
  record File(String type, byte[] bytes) {}

  /** The file of a name; null where there is none. */
  static File find(String name) {
    return RESOURCES.containsKey(name) ? LOADED.computeIfAbsent(name, PageFiles::load) : null;
  }

  /** All names. */
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
