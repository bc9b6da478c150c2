package io.azulejo.text.json;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The members of a JSON object. A parser takes the members that it knows by name. {@link #end} then
 * rejects the others as unknown keys.
 */
public final class JsonMembers {
  private final JsonValue object;
  private final Map<String, JsonValue> members;
  private final Set<String> known = new LinkedHashSet<>();

  JsonMembers(JsonValue object, Map<String, JsonValue> members) {
    this.object = object;
    this.members = members;
  }

  /**
   * Takes a required member.
   *
   * @throws io.azulejo.error.InvalidRequestException if it is absent
   */
  public JsonValue required(String name) {
    known.add(name);
    JsonValue value = members.get(name);
    if (value == null) {
      throw object.missing(name);
    }
    return value;
  }

  /** Takes a member, or returns empty if it is absent. */
  public Optional<JsonValue> optional(String name) {
    known.add(name);
    return Optional.ofNullable(members.get(name));
  }

  /** Takes a member, or returns empty if it is absent or null. */
  public Optional<JsonValue> optionalValue(String name) {
    return optional(name).filter(value -> !value.isNull());
  }

  /** Takes a boolean member, or returns false if it is absent. */
  public boolean flag(String name) {
    return optional(name).map(JsonValue::bool).orElse(false);
  }

  /**
   * Checks that every member was taken.
   *
   * @throws io.azulejo.error.InvalidRequestException if an unknown key is left
   */
  public void end() {
    for (Map.Entry<String, JsonValue> member : members.entrySet()) {
      if (!known.contains(member.getKey())) {
        throw member.getValue().error("unknown key; valid: " + String.join(", ", known));
      }
    }
  }
}
