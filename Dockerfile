# A game with this package, in an image:
#
#     docker build --tag xyzgrid-game .
#     docker run --publish 4000-4002:4000-4002 --env EVENNIA_SUPERUSER_PASSWORD=… xyzgrid-game
#
# docs/howto/docker.md says more. A test runs the steps below without a container engine.

FROM python:3.13-slim AS wheel
COPY . /src
WORKDIR /src
RUN pip install --constraint constraints.txt setuptools
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /dist .

FROM python:3.13-slim
COPY --from=wheel /dist /dist
COPY constraints.txt /dist/
RUN pip install --no-cache-dir --constraint /dist/constraints.txt "$(ls /dist/*.whl)[postgres]"
RUN useradd --create-home game
USER game
WORKDIR /home/game
RUN evennia --init game
WORKDIR /home/game/game
RUN python -m xyzgrid_ext init --yes
COPY --chown=game tools/image_settings.py server/conf/secret_settings.py
EXPOSE 4000 4001 4002
ENV EVENNIA_SUPERUSER_USERNAME=admin
CMD ["sh", "-c", "evennia migrate && rm -f server/*.pid && exec evennia start --log"]
