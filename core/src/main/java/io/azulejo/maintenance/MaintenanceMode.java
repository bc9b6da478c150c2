package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import java.util.Arrays;
import java.util.List;

/** The kind of files to consolidate or vacuum. */
public enum MaintenanceMode {
  /** Fragments: the cells of several are merged into one. */
  FRAGMENTS("fragments"),

  /** The footers of fragments, gathered in one file, so that opening an array reads fewer files. */
  FRAGMENT_METADATA("fragment_meta"),

  /** The files that commit fragments and deletions, gathered in one file. */
  COMMITS("commits"),

  /** The metadata of an array: the files of several changes are merged into one. */
  ARRAY_METADATA("array_meta"),

  /** The metadata of a group: the files of several changes are merged into one. */
  GROUP_METADATA("group_meta");

  private final String configuredName;

  MaintenanceMode(String configuredName) {
    this.configuredName = configuredName;
  }

  /**
   * Returns the name in {@code sm.consolidation.mode} and {@code sm.vacuum.mode}, such as {@code
   * fragment_meta}.
   */
  public String configuredName() {
    return configuredName;
  }

  /**
   * Returns the mode with a name; dashes match underscores.
   *
   * @throws InvalidRequestException if it does not exist
   */
  public static MaintenanceMode of(String name) {
    for (MaintenanceMode mode : values()) {
      if (mode.configuredName.equals(name.replace('-', '_'))) {
        return mode;
      }
    }
    List<String> names = Arrays.stream(values()).map(MaintenanceMode::configuredName).toList();
    throw new InvalidRequestException("unknown mode \"%s\"; valid: %s".formatted(name, names));
  }
}
