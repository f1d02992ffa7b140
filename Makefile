# Each target is one script of tools/, for machines without make: sh tools/play

.PHONY: help play stop test test-all test-postgres lint lines bench bench-server bench-scale trust golden pages pictures transcripts mudlet lock messages docs clean

help:
	@echo 'make play           start the game and tell how to log in     sh tools/play'
	@echo 'make stop           stop this game, and no other              sh tools/stop'
	@echo 'make test           every check, from nothing                 sh tools/test'
	@echo 'make test-all       and those that take long                 sh tools/test-all'
	@echo 'make test-postgres  the tests with a database, on PostgreSQL  sh tools/test-postgres'
	@echo 'make lint           linter and types only                     sh tools/lint'
	@echo 'make lines          lines by folder, beside the budgets       sh tools/lines'
	@echo 'make bench          figures, beside those of the contrib      sh tools/bench'
	@echo 'make bench-server   what players feel, on a real server       sh tools/bench-server'
	@echo 'make bench-scale    what a map costs as it grows           sh tools/bench-scale'
	@echo 'make trust          what no input, fault or race may do        sh tools/trust'
	@echo 'make golden         write the texts of tests/golden anew      sh tools/golden'
	@echo 'make docs           build the documentation into docs/build     sh tools/docs'
	@echo 'make pages          write what docs/ takes from the code anew sh tools/pages'
	@echo 'make pictures       write the pictures of the map editor anew  sh tools/pictures'
	@echo 'make transcripts    play to the last scene on every client    sh tools/transcripts'
	@echo 'make mudlet         write the package for Mudlet into build/   sh tools/mudlet'
	@echo 'make messages       find and compile texts of players         sh tools/messages'
	@echo 'make lock           write the exact versions for CI anew   sh tools/lock'
	@echo 'make clean          remove environments and caches            sh tools/clean'
	@echo
	@echo 'XYZGRID_PORT_BASE=4100    another block of ports (4000)'
	@echo 'XYZGRID_INTERFACE=0.0.0.0 let other machines in (127.0.0.1)'
	@echo 'XYZGRID_PYTHON=PATH       use this Python'

play stop test test-all test-postgres lint lines bench bench-server bench-scale trust golden pages pictures transcripts mudlet lock messages docs clean:
	@sh tools/$@
