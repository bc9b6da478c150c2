package io.azulejo.storage.objects;

import io.azulejo.storage.Location;

/**
 * The name of an object, which consists of a container and a key in it. Immutable.
 *
 * @param scheme scheme of the object's location, such as {@code s3}
 * @param container the first name of the path, which is the bucket or container
 * @param key the rest of the path, without a leading slash; empty for the container itself
 */
public record ObjectName(String scheme, String container, String key) {
  /**
   * Returns the name of the object at a location. If the path begins with a slash, the container is
   * empty.
   */
  public static ObjectName of(Location location) {
    String path = location.path();
    int slash = path.indexOf('/');
    return slash < 0
        ? new ObjectName(location.scheme(), path, "")
        : new ObjectName(location.scheme(), path.substring(0, slash), path.substring(slash + 1));
  }

  /**
   * Returns the common prefix of all keys in this folder, with a trailing slash; empty for the
   * container.
   */
  public String prefix() {
    return key.isEmpty() ? "" : key + "/";
  }

  /** Returns the name of another object in the same container. */
  public ObjectName withKey(String other) {
    return new ObjectName(scheme, container, other);
  }

  /** Returns the name as a URI: {@code scheme://container/key}. */
  @Override
  public String toString() {
    return scheme + "://" + container + "/" + key;
  }
}
