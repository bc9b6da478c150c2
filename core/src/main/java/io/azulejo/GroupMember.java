package io.azulejo;

import java.util.Optional;

/**
 * A member of a group.
 *
 * @param name its name in the group, where it has one
 * @param type what it was when it was added
 * @param uri where it is, as stored: relative to the group, or absolute
 * @param relative whether the URI is relative to the group
 */
public record GroupMember(Optional<String> name, ObjectType type, String uri, boolean relative) {}
