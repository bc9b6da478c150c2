package io.azulejo.s3;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Location;

/**
 * A location as S3 names it.
 *
 * @param scheme as the user gave it, for messages
 * @param key empty for the bucket itself
 */
record ObjectName(String scheme, String bucket, String key) {
  /**
   * The bucket and key of a location.
   *
   * @throws InvalidRequestException if it names no bucket
   */
  static ObjectName of(Location location) {
    String path = location.path();
    int slash = path.indexOf('/');
    String bucket = slash < 0 ? path : path.substring(0, slash);
    if (bucket.isEmpty()) {
      throw new InvalidRequestException(
          "%s names no bucket: write %s://bucket/path".formatted(location, location.scheme()),
          location.toString());
    }
    return new ObjectName(location.scheme(), bucket, slash < 0 ? "" : path.substring(slash + 1));
  }

  /** What the keys of all that is in this folder begin with. */
  String inside() {
    return key.isEmpty() ? "" : key + "/";
  }

  /** Another key of the bucket. */
  ObjectName withKey(String other) {
    return new ObjectName(scheme, bucket, other);
  }

  @Override
  public String toString() {
    return scheme + "://" + bucket + "/" + key;
  }
}
