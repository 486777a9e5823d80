#!/usr/bin/env node
process.stdout.write("0\n");
