/**
 * A kit for object stores: {@link io.azulejo.storage.objects.ObjectStorage} builds a {@link
 * io.azulejo.storage.Storage} on the requests of an {@link
 * io.azulejo.storage.objects.ObjectClient}. A client knows one kind of store: how to send its
 * requests, and what its errors mean. The storage adds the common parts: exclusive creation despite
 * lost answers, range reads, multipart uploads within a memory budget, retries, listings, batch
 * deletions and request counts. The entry class is {@link io.azulejo.storage.objects.ObjectClient}.
 */
@NullMarked
package io.azulejo.storage.objects;

import org.jspecify.annotations.NullMarked;
