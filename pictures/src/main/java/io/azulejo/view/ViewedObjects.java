package io.azulejo.view;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The objects that the page can request: the root, and objects found below it. Requests name them
 * by number, so they cannot reach other locations. Safe for use by several threads.
 */
final class ViewedObjects {
  private static final int MAX_OBJECTS = 100_000;
  private static final int MAX_OPEN = 12;

  private final Azulejo engine;
  private final OpenOptions options;
  private final CommandTexts texts;
  private final List<Location> places = new ArrayList<>();
  private final Map<Location, Integer> ids = new HashMap<>();
  private final String rootUri;
  private final Map<String, OpenedArray> opened =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, OpenedArray> eldest) {
          return size() > MAX_OPEN;
        }
      };
  private long serial;

  ViewedObjects(
      Azulejo engine, Location root, String rootUri, OpenOptions options, CommandTexts texts) {
    this.engine = engine;
    this.rootUri = rootUri;
    this.options = options;
    this.texts = texts;
    id(root);
  }

  Azulejo engine() {
    return engine;
  }

  CommandTexts texts() {
    return texts;
  }

  /** Returns the number of a location, and makes it available to requests. */
  synchronized int id(Location place) {
    Integer known = ids.get(place);
    if (known != null) {
      return known;
    }
    if (places.size() >= MAX_OBJECTS) {
      throw new InvalidRequestException(
          "more than %d arrays and groups; start azulejo view in a subfolder"
              .formatted(MAX_OBJECTS));
    }
    places.add(place);
    ids.put(place, places.size() - 1);
    return places.size() - 1;
  }

  /** Returns the location with the number in a request. */
  synchronized Location place(Parameters parameters) {
    long id = parameters.whole("id", 0, Integer.MAX_VALUE);
    if (id >= places.size()) {
      throw new InvalidRequestException("object " + id + " does not exist; reload the page");
    }
    return places.get((int) id);
  }

  /** Returns a location as the user writes it in commands. */
  String uri(Location place) {
    Location root;
    synchronized (this) {
      root = places.get(0);
    }
    if (place.equals(root)) {
      return rootUri;
    }
    String below = root.path() + "/";
    if (place.scheme().equals(root.scheme()) && place.path().startsWith(below)) {
      String separator = rootUri.endsWith("/") ? "" : "/";
      return rootUri + separator + place.path().substring(below.length());
    }
    return place.scheme().equals("file") ? place.path() : place.toString();
  }

  /** Returns the requested time in milliseconds since 1970, or empty for now. */
  static Optional<Long> time(Parameters parameters) {
    return parameters.optional("at").map(at -> parameters.whole("at", 0, Long.MAX_VALUE));
  }

  /** Returns the options for opening an object at the requested time. */
  OpenOptions options(Parameters parameters) {
    return time(parameters).map(at -> options.at(TimeRange.until(at))).orElse(options);
  }

  /**
   * Returns the array with the number in a request, opened at the requested time. With {@code
   * fresh}, it is opened again.
   */
  OpenedArray array(Parameters parameters) {
    Location place = place(parameters);
    String key = parameters.optional("at").orElse("") + " " + place;
    synchronized (this) {
      OpenedArray known = opened.get(key);
      if (known != null && parameters.optional("fresh").isEmpty()) {
        return known;
      }
    }
    Array array = engine.open(place, options(parameters));
    synchronized (this) {
      OpenedArray entry = new OpenedArray(array, uri(place), ++serial);
      opened.put(key, entry);
      return entry;
    }
  }
}
