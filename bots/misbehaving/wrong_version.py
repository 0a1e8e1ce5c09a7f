"""Says that it speaks another version of the protocol."""

import sys

sys.stdin.readline()
sys.stdout.write('{"type":"ready","protocol":2}\n')
sys.stdout.flush()
sys.stdin.readline()
