package io.azulejo.storage.objects;

import io.azulejo.storage.Location;

/**
 * The name of an object as object stores see it: a key in a container.
 *
 * @param scheme the scheme of its location, such as {@code s3}
 * @param container the first name of the path: a bucket or a container
 * @param key the rest of the path, without a leading slash; empty for the container itself
 */
public record ObjectName(String scheme, String container, String key) {
  /**
   * The name of the object at a location; the container is empty if the path begins with a slash.
   */
  public static ObjectName of(Location location) {
    String path = location.path();
    int slash = path.indexOf('/');
    return slash < 0
        ? new ObjectName(location.scheme(), path, "")
        : new ObjectName(location.scheme(), path.substring(0, slash), path.substring(slash + 1));
  }

  /** The prefix of the keys of everything in this folder: empty, or the key and a slash. */
  public String prefix() {
    return key.isEmpty() ? "" : key + "/";
  }

  /** The name of another key in the same container. */
  public ObjectName withKey(String other) {
    return new ObjectName(scheme, container, other);
  }

  /** The name as a URI: {@code scheme://container/key}. */
  @Override
  public String toString() {
    return scheme + "://" + container + "/" + key;
  }
}
