/** What this client asks of the Java virtual machine. */
@NullMarked
package io.dorischangelog.client.internal.jvm;

import org.jspecify.annotations.NullMarked;
